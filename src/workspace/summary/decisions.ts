import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { Id, Nullable, Shape } from '../../http/shapes/schema.ts'
import { foundInRules } from '../../policy/conditions/rule-findings.ts'
import { selectWaitingPlans } from '../../policy/plans/visible-plans.ts'
import { maySeeSomeRuleset, viewableRulesets } from '../../policy/rights/visible-ruleset.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'
import { hasUnknownStates, isFailing } from '../integrations/described-integration.ts'
import { hasRoleOn, isUnattended } from '../services/queries.ts'

const maximumCount = 1000
const maximumPlans = 100

const maximumShownPlans = 10

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
    'Active services without an admin who is an active person, among those that the caller may view; `workspace.service.view`, or, for people, none',
  ),
})

type Capped = { count: number; is_capped: boolean }

/** How much waits for a decision. Null is what the caller may not view. */
export async function countDecisions(context: ReadContext): Promise<Static<typeof Decisions>> {
  const { db, may } = context
  const count = async (isVisible: boolean, rows: RawBuilder<unknown>) =>
    isVisible ? countRows(db, rows) : null
  return {
    incidents: await count(may('policy.rule.view'), sql`select from incident where state = 'open'`),
    plans: maySeeSomeRuleset(context) ? await countPlans(context) : null,
    rulesets_with_findings: await count(maySeeSomeRuleset(context), rulesetsWithFindings(context)),
    dimensions_with_surplus: await count(
      may('directory.dimension.view'),
      sql`select from dimension_surplus`,
    ),
    rejected_account_ends: await count(may('directory.identity.view'), rejectedEnds),
    orphans: await count(
      may('directory.identity.view'),
      sql`select from identity where state = 'orphan'`,
    ),
    waiting_accounts: await count(
      may('directory.identity.view'),
      sql`select distinct w.identity_id from identity_candidate w join identity i on i.id = w.identity_id
        where i.directory_user_id is null`,
    ),
    failing_sources: await count(
      may('workspace.integration.view'),
      sql`select from integration g where g.deleted_at is null and ${isFailing}`,
    ),
    sources_with_unknown_states: await count(
      may('workspace.integration.view'),
      sql`select from integration g where g.deleted_at is null and ${hasUnknownStates}`,
    ),
    unattended_services: await count(
      may('workspace.service.view', { own: true }),
      unattendedServices(context),
    ),
  }
}

async function countRows(db: Reader, rows: RawBuilder<unknown>): Promise<Capped> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (${rows} limit ${maximumCount + 1}) found`.execute(db)
  return capAt(maximumCount, counted[0]?.count ?? 0)
}

function capAt(maximum: number, count: number): Capped {
  return { count: Math.min(count, maximum), is_capped: count > maximum }
}

async function countPlans(context: ReadContext) {
  const ids = await selectWaitingPlans(context, maximumPlans + 1)
  return {
    ...capAt(maximumPlans, ids.length),
    plan_ids: ids.slice(0, maximumShownPlans).map((id) => encodeId('plan', id)),
  }
}

function rulesetsWithFindings(context: ReadContext): RawBuilder<unknown> {
  const isViewable = context.may('policy.rule.view')
    ? sql<boolean>`true`
    : sql<boolean>`gr.ruleset_id = any (${uuids(viewableRulesets(context))})`
  return sql`select distinct ruleset_id from (${foundInRules(isViewable)}) found`
}

const rejectedEnds = sql`
  select from held_account h join identity i on i.id = h.identity_id
  where h.rejected_incident_id is not null and ${isRejectedEnd}`

function unattendedServices({ caller, may, now }: ReadContext): RawBuilder<unknown> {
  const isViewable = may('workspace.service.view') ? sql`true` : hasRoleOn(caller.id)
  return sql`select from service where deleted_at is null and state = 'active' and ${isUnattended(now)} and ${isViewable}`
}
