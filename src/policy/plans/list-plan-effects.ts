import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList, type ListContext } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { effectFilters, foundEffects } from './effect-search.ts'
import {
  findPlan,
  isEffectOf,
  selectEffects,
  selectEffectsOfPeople,
  type EffectRecord,
} from './queries.ts'
import { PlanEffect } from './schema.ts'
import { requireVisible, visibleRulesets } from './visible-plans.ts'
import { presentPlace } from './effect-rows.ts'

/** The rows of plans' effects, as they are listed. */
export const effectList = {
  item: PlanEffect,
  sorts: sortFields({
    position: ['integer', sql`e.position`],
  }),
  defaultSort: 'position',
  id: sql`e.directory_user_id`,
  rows: ({ db, query }: ListContext) =>
    query['filter[search]'] === undefined ? selectEffects(db) : selectEffectsOfPeople(db),
  found: ({ db, query }: ListContext) => foundEffects(db, query),
  present: presentEffect,
}

const effects = declareList({
  ...effectList,
  filters: { ...effectFilters, user_id: by.id('directoryUser', sql`e.directory_user_id`) },
})

export const listPlanEffects = readRoute({
  id: 'listPlanEffects',
  url: '/policy/plans/:plan/effects',
  summary: 'List what a plan changes',
  description:
    'Person by person and ruleset by ruleset, before and after, as it was worked out; for a plan that a job applies, once that is ' +
    'done. `filter[kind]` is any of what can happen to a place. Only rulesets that the caller may see; `totals` of the plan count ' +
    'all. Needs `directory.user.view` as well.',
  access: { row: 'policy.rule.view' },
  params: { plan: 'plan' },
  query: effects.query,
  response: effects.response,
  snapshot: () => true,
  handler: async (context) => {
    const { db, params } = context
    const plan = await requireVisible(context, params.plan, await findPlan(db, params.plan))
    requirePermission(context.caller, 'directory.user.view')
    return effects.page(context, isEffectOf(params.plan, visibleRulesets(context, plan)))
  },
})

/** A row of an effect as it is answered. */
function presentEffect(row: EffectRecord): Static<typeof PlanEffect> {
  const { id, full_name, email } = row
  return {
    directory_user: { id: encodeId('directoryUser', id), full_name, email },
    ...presentPlace(row),
  }
}
