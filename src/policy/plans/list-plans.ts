import type { RowOf } from '../../database/database.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { planKinds, planStates, type PlanKind, type PlanState } from '../../contract/states.ts'
import { anyOf, idFilter, idsFilter, isAnyOf, malformedFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route/route.ts'
import { declareList } from '../../http/lists/list.ts'
import { idOrNull, planLinks, presentAuthor, presentTimes } from './answer-plan.ts'
import { revertedBy, type PlanRow } from './queries.ts'
import { ListedPlan, maximumNames, maximumOps } from './schema.ts'
import { isVisiblePlanRuleset } from './visible-plan-ruleset.ts'
import { isVisiblePlan, rightsOnEmptied } from './visible-plans.ts'

const kind = sql<PlanKind>`case when plan.author_type = 'system' then 'incident'
  when plan.is_planned then 'change' else 'job' end`

/** With the state that `stateOf` returns. */
function stateAt(now: Date): RawBuilder<PlanState> {
  return sql`case when plan.state = 'ready' and plan.expires_at <= ${now} then 'expired' else plan.state end`
}

const plans = declareList({
  item: ListedPlan,
  filters: {
    kind: by.word(planKinds, kind),
    state: by.word(planStates, stateAt),
    author_id: { schema: idsFilter, requires: ofAuthors },
    exceeds_limits: by.flag(sql`plan.exceeds_limits`, 'Exceeds a limit when it was planned'),
    ...by.instants({ created: sql`plan.created_at`, expires: sql`plan.expires_at` }),
  },
  searches: { ruleset_id: idsFilter },
  /** Ids are in the order of creation, and have an index. */
  sorts: sortFields({ created_at: ['uuid', sql`plan.id`, 'id'] }),
  defaultSort: '-created_at',
  id: sql`plan.id`,
  rows: (context) => selectListedPlans(context),
  present: (row, context) => presentListed(context, row),
})

export const listPlans = readRoute({
  id: 'listPlans',
  url: '/policy/plans',
  summary: 'List plans',
  description:
    'The plans that the caller may read, the newest first unless sorted otherwise: their own, and those of which they may see all that is named. ' +
    '`filter[kind]` is `change` for a planned change, `job` for a change that its request left to a job, `incident` for what approving an incident would do. ' +
    '`…_after` means at that instant or later, `…_before` earlier than it. Plans are kept for 30 days after their end.',
  access: { own: 'policy.rule.view' },
  query: plans.query,
  response: plans.response,
  handler: async (context) => {
    const rights = rightsOnEmptied(context)
    const held = rights.find(([right, on]) => context.may(right, on))
    await context.ask(...(held ?? ['policy.rule.view', { own: true }]))
    return plans.page(context, isVisiblePlan(context), ofRulesets(context))
  },
})

function selectListedPlans({ db, now, caller, may }: ReadContext) {
  return db.selectFrom('plan').select([
    'plan.id',
    'plan.description',
    'plan.author_id',
    'plan.failure',
    'plan.replaced_by_id',
    'plan.reverts_plan_id',
    revertedBy.as('reverted_by_id'),
    'plan.created_at',
    'plan.updated_at',
    'plan.expires_at',
    'plan.applied_at',
    sql<PlanRow['author_type']>`plan.author_type`.as('author_type'),
    sql<PlanRow['totals']>`plan.totals`.as('totals'),
    kind.as('kind'),
    stateAt(now).as('state'),
    'plan.exceeds_limits',
    sql<string[]>`array(select r.name from plan_ruleset r where r.plan_id = plan.id
        and ${isVisiblePlanRuleset({ caller, may })} order by r.position limit ${maximumNames})`.as(
      'ruleset_names',
    ),
    sql<string[]>`plan.ops[:${sql.lit(maximumOps)}]`.as('ops'),
  ])
}

type ListedRow = RowOf<typeof selectListedPlans>

function presentListed(context: ReadContext, row: ListedRow): Static<typeof ListedPlan> {
  const { id, kind, state, description, ops, exceeds_limits, totals, failure, replaced_by_id } = row
  return {
    id: encodeId('plan', id),
    kind,
    state,
    description,
    ops,
    ruleset_names: row.ruleset_names,
    author: presentAuthor(row),
    exceeds_limits,
    totals,
    failure,
    replaced_by_id: idOrNull(replaced_by_id),
    reverts_plan_id: idOrNull(row.reverts_plan_id),
    reverted_by_id: idOrNull(row.reverted_by_id),
    timestamp: presentTimes(row),
    links: planLinks(context, id),
  }
}

type Query = Record<string, unknown>

function ofRulesets(context: ReadContext<ParamKinds, Query>): RawBuilder<boolean> | undefined {
  const rulesets = idFilter(context.query, 'ruleset_id', 'ruleset')
  return (
    rulesets &&
    sql<boolean>`exists (select from plan_ruleset r where r.plan_id = plan.id
      and r.ruleset_id = any (${rulesets}::uuid[]) and ${isVisiblePlanRuleset(context)})`
  )
}

/** Workspace users and services. */
function ofAuthors(query: Query, name: string): RawBuilder<boolean> | undefined {
  const authors = anyOf(query[`filter[${name}]`])?.map((id) => {
    const uuid = decodeId('workspaceUser', id.trim()) ?? decodeId('service', id.trim())
    if (uuid === undefined)
      throw malformedFilter(name, id, 'ids of workspace users and of services')
    return uuid
  })
  return authors && isAnyOf(sql`plan.author_id`, authors, 'uuid')
}
