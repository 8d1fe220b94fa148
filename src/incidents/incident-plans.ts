import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditActor } from '../audit/record.ts'
import { encodeId } from '../contract/ids.ts'
import type { Reader, Transaction } from '../database/database.ts'
import type { HeldSelection } from '../directory/identities/held-selection.ts'
import { uuids } from '../database/uuids.ts'
import { insertPlan } from '../policy/plans/write-plans.ts'
import type { Accepted } from './accept-pending.ts'

/** The whole of an incident (a uuid), or the part of these people (uuids, in order, each once). */
export type HeldChoice = { incidentId: string; people: readonly string[] | null }

/** The name of the operation of such a plan. */
const acceptPendingOp = 'accept_pending_facts'

/** A plan that accepts what an incident holds. Ids are uuids; `digest` is what an approval names. */
export type IncidentPlan = {
  planId: string
  upTo: number
  accounts: readonly string[]
  digest: Buffer
}

/** What it takes to show one: its accounts may be very many. */
export type FreshPlan = Pick<IncidentPlan, 'planId' | 'digest'>

function isOfChoice({ incidentId, people }: HeldChoice) {
  return sql`n.incident_id = ${incidentId}
    and n.people is not distinct from ${people === null ? null : uuids(people)}`
}

/** Longer than it takes to work out an effect of very many people, whose instant is that of its beginning. */
const keptFresh = '10 minutes'

/** The newest plan of the choice that still shows what would follow: nothing has been written since. */
export async function findFreshPlan(
  db: Reader,
  choice: HeldChoice,
): Promise<FreshPlan | undefined> {
  const { rows } = await sql<FreshPlan>`
    select n.plan_id as "planId", n.digest from incident_plan n join plan p on p.id = n.plan_id
    where ${isOfChoice(choice)} and p.state = 'ready' and p.expires_at > current_instant()
      and n.created_at > current_instant() - ${keptFresh}::interval
      and not exists (
        select from audit_log a where a.transaction >= n.horizon and a.event not like 'policy.plan.%')
    order by n.created_at desc, n.plan_id desc limit 1`.execute(db)
  return rows[0]
}

/** The plan of the choice that was shown with this digest, as long as its effect is kept. */
export async function findShownPlan(
  db: Reader,
  choice: HeldChoice,
  digest: Buffer,
): Promise<IncidentPlan | undefined> {
  const { rows } = await sql<IncidentPlan>`
    select n.plan_id as "planId", n.up_to as "upTo", n.accounts, n.digest
    from incident_plan n join plan p on p.id = n.plan_id
    where ${isOfChoice(choice)} and n.digest = ${digest} and p.expires_at > current_instant()
    order by n.created_at desc, n.plan_id desc limit 1`.execute(db)
  return rows[0]
}

/** Keeps a computed effect as a plan without an author. A plan of the last hour that shows the same is used again. */
export async function keepIncidentPlan(
  tx: Transaction,
  actor: AuditActor,
  { choice, upTo, accepted }: { choice: HeldChoice; upTo: number; accepted: Accepted },
): Promise<IncidentPlan> {
  const { accounts, effect } = accepted
  const operation = {
    op: acceptPendingOp,
    incident_id: encodeId('incident', choice.incidentId),
    up_to: upTo,
    ...(choice.people === null
      ? {}
      : { user_ids: choice.people.map((id) => encodeId('directoryUser', id)) }),
  }
  const shown = JSON.stringify([operation, effect.digest.toString('hex')])
  const digest = Buffer.from(hash('sha256', shown), 'hex')
  const renewed = await renewPlan(tx, choice, { accounts, digest })
  if (renewed !== undefined) return { planId: renewed, upTo, accounts, digest }
  const planId = await insertPlan(tx, actor, {
    description: null,
    operations: [operation],
    author: { type: 'system', id: null },
    effect,
    findings: [],
    exceeds: [],
  })
  await sql`
    insert into incident_plan (plan_id, incident_id, people, accounts, up_to, digest)
    values (${planId}, ${choice.incidentId}, ${choice.people === null ? null : uuids(choice.people)},
      ${uuids(accounts)}, ${upTo}, ${digest})`.execute(tx)
  return { planId, upTo, accounts, digest }
}

/** Marks a recent plan as up to date, so that a page that is read every minute stores its rows once an hour. */
async function renewPlan(
  tx: Transaction,
  choice: HeldChoice,
  { accounts, digest }: Pick<IncidentPlan, 'accounts' | 'digest'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update incident_plan n set created_at = current_instant(), horizon = pg_snapshot_xmin(pg_current_snapshot())
    from plan p
    where p.id = n.plan_id and ${isOfChoice(choice)} and n.digest = ${digest} and n.accounts = ${uuids(accounts)}
      and p.state = 'ready' and p.created_at > current_instant() - interval '1 hour'
    returning n.plan_id as id`.execute(tx)
  return rows[0]?.id
}

/** What an approval of the choice accepts: the held facts as they were shown. */
export function selectionOf(choice: HeldChoice, upTo: number, isOpen: boolean): HeldSelection {
  return {
    incidentId: choice.incidentId,
    upTo,
    people: choice.people ?? undefined,
    // Rejected facts are accepted later through the closed incident, or where its people are named.
    withRejected: !isOpen || choice.people !== null,
  }
}
