import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import {
  type Conditions,
  idFilter,
  idsFilter,
  isAnyOf,
  whereAll,
} from '../../http/lists/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { foundEffects } from './effect-search.ts'
import { findPlan, selectEffects, type EffectRecord } from './queries.ts'
import { PlanEffect } from './schema.ts'
import { requireVisible, visibleRulesets } from './visible-plans.ts'
import { effectConditions, presentPlace, effectFilters } from './effect-rows.ts'

const sorts = sortFields({
  position: ['integer', sql`e.position`],
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
  query: listQuery({ ...effectFilters, user_id: idsFilter }, sorts),
  response: ListOf(PlanEffect),
  snapshot: () => true,
  handler: async (context) => {
    const { db, params, query } = context
    const plan = await requireVisible(context, params.plan, await findPlan(db, params.plan))
    requirePermission(context.caller, 'directory.user.view')
    const effects = whereAll(
      selectEffects(db, params.plan, visibleRulesets(context, plan)),
      conditions(query),
    )
    return listPage(context, effects, {
      sorts,
      defaultSort: 'position',
      id: sql`e.directory_user_id`,
      found: await foundEffects(db, query),
      present: presentEffect,
    })
  },
})

function conditions(query: Record<string, unknown>): Conditions {
  const people = idFilter(query, 'user_id', 'directoryUser')
  return [...effectConditions(query), people && isAnyOf(sql`e.directory_user_id`, people, 'uuid')]
}

/** A row of an effect as it is answered. */
export function presentEffect(row: EffectRecord): Static<typeof PlanEffect> {
  const { id, full_name, email } = row
  return {
    directory_user: { id: encodeId('directoryUser', id), full_name, email },
    ...presentPlace(row),
  }
}
