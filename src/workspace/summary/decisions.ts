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

const maximumCount = 1000
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

type Capped = { count: number; is_capped: boolean }

/** What waits, but for plans. */
export type WaitingKind = Exclude<keyof Static<typeof Decisions>, 'plans'>

/** The rows of a kind, each with its `id`. */
export type WaitingRows = RawBuilder<{ id: string }>

/** How much waits for a decision. Null is what the caller may not view. */
export async function countDecisions(context: Viewer): Promise<Static<typeof Decisions>> {
  const rows = waitingRows(context)
  const count = (kind: WaitingKind) => countRows(context.db, rows[kind])
  return {
    incidents: await count('incidents'),
    plans: maySeeSomeRuleset(context) ? await countPlans(context) : null,
    rulesets_with_findings: await count('rulesets_with_findings'),
    dimensions_with_surplus: await count('dimensions_with_surplus'),
    rejected_account_ends: await count('rejected_account_ends'),
    orphans: await count('orphans'),
    waiting_accounts: await count('waiting_accounts'),
    failing_sources: await count('failing_sources'),
    sources_with_unknown_states: await count('sources_with_unknown_states'),
    unattended_services: await count('unattended_services'),
    unsponsored_services: await count('unsponsored_services'),
    unconfirmed_services: await count('unconfirmed_services'),
    services_to_confirm: await showServices(context.db, rows.services_to_confirm),
  }
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

async function countRows(db: Reader, found: WaitingRows | null): Promise<Capped | null> {
  if (found === null) return null
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${found} limit ${maximumCount + 1}) found`.execute(db)
  return capAt(maximumCount, rows[0]?.count ?? 0)
}

function capAt(maximum: number, count: number): Capped {
  return { count: Math.min(count, maximum), is_capped: count > maximum }
}

async function showServices(db: Reader, found: WaitingRows | null) {
  const counted = await countRows(db, found)
  if (found === null || counted === null) return null
  const { rows } = await sql<{ id: string; name: string; confirm_by: Date }>`
    select id, name, confirm_by from service where id in (${found})
    order by confirm_by, id limit ${maximumShownServices}`.execute(db)
  const services = rows.map(({ id, name, confirm_by }) => ({
    service_id: encodeId('service', id),
    name,
    confirm_by: instant(confirm_by),
  }))
  return { ...counted, services }
}

async function countPlans(context: Viewer) {
  const ids = await selectWaitingPlans(context, maximumPlans + 1)
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
