import { counted } from '../contract/text.ts'
import { decisionPermissions, profileValuePermission } from '../contract/permissions.ts'
import { sql } from 'kysely'
import { changeContextOf } from '../policy/changes/operation-kind.ts'
import { Type, type Static } from 'typebox'
import { decodeId, encodeId } from '../contract/ids.ts'
import type { Transaction } from '../database/database.ts'
import { uuids } from '../database/uuids.ts'
import { selectHeld, type HeldSelection } from '../directory/identities/held-selection.ts'
import { conflict, noSuch, unprocessable, type Problem } from '../http/refusals/problem.ts'
import { Restart } from '../http/route/route.ts'
import { Id, Shape, Text } from '../http/shapes/schema.ts'
import { changesProfiles } from '../policy/holds/queries.ts'
import { lockAndSettle } from '../policy/manifests/settle.ts'
import type { CallersContext } from '../policy/plans/stored-change.ts'
import { collectMissing } from '../policy/plans/collect-missing.ts'
import { planUrl } from '../policy/plans/answer-plan.ts'
import { findPlan } from '../policy/plans/queries.ts'
import { requireUsableMapping, workOutEffect, type ChosenIncident } from './find-effect.ts'
import { findShownPlan, selectionOf, type HeldChoice, type IncidentPlan } from './incident-plans.ts'

/** What is decided of an incident, as it was shown. */
export const decisionProperties = {
  users: Type.Optional(
    Type.Array(Id('directoryUser'), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Some of the people; without it everyone that the incident holds',
    }),
  ),
  digest: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'Of the effect for just these people, as it was shown',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  reason: Text(1000, { minLength: 1, pattern: '\\S', examples: ['The reorganisation of 1 March'] }),
}
export const IncidentDecision = Shape(decisionProperties)
export type IncidentDecision = Static<typeof IncidentDecision>

/** The effect that a decision named is no longer the current one. */
export class StaleEffect {
  readonly chosen: ChosenIncident
  /** The digest that the decision named, if no effect is kept that was shown with it. */
  readonly unknown: string | null

  constructor(chosen: ChosenIncident, unknown: string | null = null) {
    this.chosen = chosen
    this.unknown = unknown
  }
}

const isStale = 'Accepting what the incident holds would have another effect now.'

/** 409 for a decision that no one waits for any more. */
export function staleProblem(): Problem {
  return conflict(isStale)
}

export type Deciding = ChosenIncident & {
  now: Date
  /** Of the incident. */
  version: number
  plan: IncidentPlan
  decision: IncidentDecision
}

/**
 * Takes the policy lock and the incident's, checks permissions, and finds the shown effect: 404, 403, 422 when
 * nothing is left to be decided. `decidable`: by default also what was rejected, where it can be approved. @returns {@link StaleEffect} when no effect with that digest was shown
 */
export async function lockDecision(
  context: CallersContext,
  id: string,
  read: () => IncidentDecision,
  decidable: Pick<HeldSelection, 'withRejected'> = {},
): Promise<Deciding | StaleEffect> {
  const { tx } = context
  // Who may not decide waits for no lock.
  await askToDecide(context, id)
  const { now } = await lockAndSettle(tx, { policies: changeContextOf(context).policies })
  const incident = await lockIncident(tx, id)
  if (incident === undefined) throw noSuch('incident', id)
  await askToDecide(context, id)
  const decision = read()
  context.requireVersion?.(incident.version)
  const isOpen = incident.state === 'open'
  const choice = choiceOf(id, decision.users)
  const chosen = { integrationId: incident.integration_id, isOpen, choice }
  await requireSomebody(tx, chosen, decidable)
  const plan = await findShownPlan(tx, choice, Buffer.from(decision.digest, 'hex'))
  if (plan === undefined) return new StaleEffect(chosen, decision.digest)
  if (await tellsOfProfiles(tx, plan)) await context.ask(profileValuePermission)
  return { ...chosen, now, version: incident.version, plan, decision }
}

/** 403 naming everything that a decision about the incident takes and the caller lacks. */
async function askToDecide(context: CallersContext, id: string): Promise<void> {
  const { ask, refuseMissing } = collectMissing(context)
  for (const permission of decisionPermissions) await ask(permission)
  const isRefused = decisionPermissions.some((permission) => !context.may(permission))
  if (isRefused) {
    const { rows } =
      await sql`select from incident n where n.id = ${id} and ${changesProfiles}`.execute(
        context.tx,
      )
    if (rows.length > 0) await ask(profileValuePermission)
  }
  refuseMissing()
}

/** `users`: ids of the API. */
function choiceOf(incidentId: string, users: readonly string[] | undefined): HeldChoice {
  if (users === undefined) return { incidentId, people: null }
  const people = new Set(users.flatMap((id) => decodeId('directoryUser', id) ?? []))
  return { incidentId, people: [...people].sort() }
}

async function lockIncident(tx: Transaction, id: string) {
  return tx
    .selectFrom('incident')
    .select(['state', 'integration_id', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function requireSomebody(
  tx: Transaction,
  { choice, isOpen }: ChosenIncident,
  decidable: Pick<HeldSelection, 'withRejected'>,
): Promise<void> {
  const selection = selectionOf(choice, Number.MAX_SAFE_INTEGER, isOpen)
  const held = await selectHeld(tx, { ...selection, ...decidable })
  if (held.length > 0) return
  throw choice.people === null
    ? unprocessable({ state: ['is closed: nothing is held or rejected any more'] })
    : unprocessable({ users: ['name no person that the incident holds'] })
}

/** Whether what is accepted says something of profiles, or makes attributes, which are named after their values. */
async function tellsOfProfiles(tx: Transaction, plan: IncidentPlan): Promise<boolean> {
  const { rows } = await sql`
    select from held_account h join identity i on i.id = h.identity_id
    where h.identity_id = any (${uuids(plan.accounts)}) and h.profile is distinct from i.profile limit 1`.execute(
    tx,
  )
  return rows.length > 0 || ((await findPlan(tx, plan.planId))?.new_ruleset_ids.length ?? 0) > 0
}

/** Refuses a stale decision, with the plan and the digest of the current effect. */
export function refuseStale({ chosen, unknown }: StaleEffect): Restart {
  return new Restart(async (context) => {
    const { tx } = context
    await requireUsableMapping(tx, chosen.integrationId)
    await lockAndSettle(tx, { policies: changeContextOf(context).policies })
    const { digest, planId } = await workOutEffect(tx, chosen)
    const people = (await findPlan(tx, planId))?.totals?.people ?? 0
    const current = digest.toString('hex')
    const why =
      current === unknown
        ? 'What was shown is more than 24 hours old. Its effect is still the same: repeat the request to decide it.'
        : isStale
    return {
      refusal: conflict(
        `${why} It would move ${counted(people, 'person', 'people')}: ${encodeId('plan', planId)} shows the effect. The digest is ${current}.`,
        { location: planUrl(context, planId) },
      ),
    }
  })
}
