import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { Viewer } from '../../http/route/route.ts'
import { ServiceName } from '../services/schema.ts'
import { isAnsweredBy } from '../services/sponsors.ts'
import { Id, Instant, instant, Nullable, Shape } from '../../http/shapes/schema.ts'
import { foundInRules } from '../../policy/conditions/rule-findings.ts'
import { selectWaitingPlans } from '../../policy/plans/visible-plans.ts'
import { maySeeSomeRuleset, viewableRulesets } from '../../policy/rights/visible-ruleset.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'
import { hasUnknownStates, isFailing } from '../integrations/described-integration.ts'
import { hasRoleOn, isUnattended, isUnconfirmed, isUnsponsored } from '../services/queries.ts'

/** A count of one kind stops there. */
export const maximumCount = 1000
const maximumPlans = 100

const maximumShownPlans = 10
const maximumShownServices = 10

function countUpTo(maximum: number) {
  return {
    count: Type.Integer({ minimum: 0, maximum, examples: [2] }),
    is_capped: Type.Boolean({ description: `There are more than ${maximum}`, examples: [false] }),
  }
}

function capped(description: string) {
  return Nullable(Shape(countUpTo(maximumCount), { description }))
}

export const Decisions = Shape({
  incidents: capped('Open incidents; `policy.rule.view`'),
  plans: Nullable(
    Shape(
      {
        ...countUpTo(maximumPlans),
        plan_ids: Type.Array(Id('plan'), {
          maxItems: maximumShownPlans,
          description: 'The newest of them',
        }),
      },
      {
        description:
          'Plans that are ready, exceed a limit and that the caller may read; `policy.rule.view`, or a role on a ruleset',
      },
    ),
  ),
  rulesets_with_findings: capped(
    'Rulesets with a rule that names something that is gone, or tests what people can write themselves, among those that the caller may view; `policy.rule.view`, or a role on a ruleset',
  ),
  dimensions_with_surplus: capped(
    'Dimensions with values that become no attributes, because there are too many; `directory.dimension.view`',
  ),
  rejected_account_ends: capped(
    'Accounts whose end was rejected and is still reported by their source; `directory.identity.view`',
  ),
  orphans: capped('Accounts that belong to no one and have not ended; `directory.identity.view`'),
  waiting_accounts: capped(
    'Accounts that wait for a decision whose they are; `directory.identity.view`',
  ),
  failing_sources: capped(
    'Active integrations whose last run that has ended failed or was interrupted; `workspace.integration.view`',
  ),
  sources_with_unknown_states: capped(
    'Active integrations whose last run that has ended found accounts with a state that is not known; `workspace.integration.view`',
  ),
  unattended_services: capped(
    'Active and expiring services without an admin who is an active person, among those that the caller may view; `workspace.service.view`, or, for people, none',
  ),
  unsponsored_services: capped(
    'Active and expiring services that nobody answers for, among the same',
  ),
  unconfirmed_services: capped(
    'Active and expiring services that nobody has confirmed in time, among the same',
  ),
  services_to_confirm: Nullable(
    Shape(
      {
        ...countUpTo(maximumCount),
        services: Type.Array(
          Shape({ service_id: Id('service'), name: ServiceName, confirm_by: Instant }),
          { maxItems: maximumShownServices, description: 'Those that are due first' },
        ),
      },
      {
        description:
          'Active and expiring services that the caller answers for, and that are to be confirmed within 14 days; of people',
      },
    ),
  ),
})

export const DistinctCount = Shape(countUpTo(maximumCount), {
  description:
    'How many things wait, each counted once: an account that waits and is an orphan, or a source that is failing and has unknown states, is one',
})

type Capped = { count: number; is_capped: boolean }

/** What waits, but for plans. */
export type WaitingKind = Exclude<keyof Static<typeof Decisions>, 'plans'>

/** The rows of a kind, each with its `id`. */
export type WaitingRows = RawBuilder<{ id: string }>

/** Uuids of what waits by kind, of each kind up to one more than is counted. Null is what the viewer may not view. */
export type WaitingIds = ReadonlyMap<string, readonly string[] | null>

/** Reads what waits once, for every part of a summary. */
export async function findWaiting(viewer: Viewer): Promise<WaitingIds> {
  const found = new Map<string, readonly string[] | null>()
  found.set(
    'plans',
    maySeeSomeRuleset(viewer) ? await selectWaitingPlans(viewer, maximumPlans + 1) : null,
  )
  for (const [kind, rows] of Object.entries(waitingRows(viewer)))
    found.set(kind, rows === null ? null : await selectIds(viewer.db, rows))
  return found
}

/** How much waits for a decision. */
export async function countDecisions(
  db: Reader,
  waiting: WaitingIds,
): Promise<Static<typeof Decisions>> {
  const idsOf = (kind: WaitingKind | 'plans') => waiting.get(kind) ?? null
  const count = (kind: WaitingKind) => {
    const ids = idsOf(kind)
    return ids && capAt(maximumCount, ids.length)
  }
  return {
    incidents: count('incidents'),
    plans: countPlans(idsOf('plans')),
    rulesets_with_findings: count('rulesets_with_findings'),
    dimensions_with_surplus: count('dimensions_with_surplus'),
    rejected_account_ends: count('rejected_account_ends'),
    orphans: count('orphans'),
    waiting_accounts: count('waiting_accounts'),
    failing_sources: count('failing_sources'),
    sources_with_unknown_states: count('sources_with_unknown_states'),
    unattended_services: count('unattended_services'),
    unsponsored_services: count('unsponsored_services'),
    unconfirmed_services: count('unconfirmed_services'),
    services_to_confirm: await showServices(db, idsOf('services_to_confirm')),
  }
}

export function countDistinct(waiting: WaitingIds): Capped {
  const ids = [...waiting.values()].flatMap((each) => each ?? [])
  const { count, is_capped } = capAt(maximumCount, new Set(ids).size)
  return { count, is_capped: is_capped || (waiting.get('plans')?.length ?? 0) > maximumPlans }
}

/** What waits for a decision, for notices too. Null is what the viewer may not view. */
export function waitingRows(viewer: Viewer): Record<WaitingKind, WaitingRows | null> {
  const { may, caller, now } = viewer
  const seesServices = may('workspace.service.view', { own: true })
  const of = (isVisible: boolean, rows: WaitingRows) => (isVisible ? rows : null)
  const seesAccounts = may('directory.identity.view')
  const seesSources = may('workspace.integration.view')
  return {
    incidents: of(may('policy.rule.view'), sql`select id from incident where state = 'open'`),
    rulesets_with_findings: of(maySeeSomeRuleset(viewer), rulesetsWithFindings(viewer)),
    dimensions_with_surplus: of(
      may('directory.dimension.view'),
      sql`select dimension_id as id from dimension_surplus`,
    ),
    rejected_account_ends: of(seesAccounts, rejectedEnds),
    orphans: of(seesAccounts, sql`select id from identity where state = 'orphan'`),
    waiting_accounts: of(
      seesAccounts,
      sql`select distinct w.identity_id as id from identity_candidate w join identity i on i.id = w.identity_id
        where i.directory_user_id is null`,
    ),
    failing_sources: of(
      seesSources,
      sql`select g.id from integration g where g.deleted_at is null and ${isFailing}`,
    ),
    sources_with_unknown_states: of(
      seesSources,
      sql`select g.id from integration g where g.deleted_at is null and ${hasUnknownStates}`,
    ),
    unattended_services: of(seesServices, viewableServices(viewer, isUnattended(now))),
    unsponsored_services: of(seesServices, viewableServices(viewer, isUnsponsored)),
    unconfirmed_services: of(seesServices, viewableServices(viewer, isUnconfirmed(now))),
    services_to_confirm: of(
      caller.type === 'user',
      // Of those that are due before anyone is looked up.
      sql`select id from ${activeServices} and confirm_by <= ${now}::timestamptz + interval '14 days' and ${isAnsweredBy(caller.id)}`,
    ),
  }
}

async function selectIds(db: Reader, waiting: WaitingRows): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${waiting} limit ${maximumCount + 1}) found`.execute(db)
  return rows.map(({ id }) => id)
}

function capAt(maximum: number, count: number): Capped {
  return { count: Math.min(count, maximum), is_capped: count > maximum }
}

async function showServices(db: Reader, ids: readonly string[] | null) {
  if (ids === null) return null
  const { rows } = await sql<{ id: string; name: string; confirm_by: Date }>`
    select id, name, confirm_by from service where id = any (${uuids(ids)})
    order by confirm_by, id limit ${maximumShownServices}`.execute(db)
  const services = rows.map(({ id, name, confirm_by }) => ({
    service_id: encodeId('service', id),
    name,
    confirm_by: instant(confirm_by),
  }))
  return { ...capAt(maximumCount, ids.length), services }
}

function countPlans(ids: readonly string[] | null) {
  if (ids === null) return null
  return {
    ...capAt(maximumPlans, ids.length),
    plan_ids: ids.slice(0, maximumShownPlans).map((id) => encodeId('plan', id)),
  }
}

function rulesetsWithFindings(viewer: Viewer): WaitingRows {
  const isViewable = viewer.may('policy.rule.view')
    ? sql<boolean>`true`
    : sql<boolean>`gr.ruleset_id = any (${uuids(viewableRulesets(viewer))})`
  return sql`select distinct ruleset_id as id from (${foundInRules(isViewable)}) found`
}

const rejectedEnds: WaitingRows = sql`
  select h.identity_id as id from held_account h join identity i on i.id = h.identity_id
  where h.rejected_incident_id is not null and ${isRejectedEnd}`

const activeServices = sql`service where deleted_at is null and state in ('active', 'expiring')`

function viewableServices({ caller, may, now }: Viewer, found: RawBuilder<unknown>): WaitingRows {
  const isViewable = may('workspace.service.view') ? sql`true` : hasRoleOn(caller.id, now)
  return sql`select id from ${activeServices} and ${found} and ${isViewable}`
}
