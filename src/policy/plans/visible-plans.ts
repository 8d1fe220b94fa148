import { sql, type RawBuilder } from 'kysely'
import { profileValuePermission } from '../../contract/permissions.ts'
import type { ReadContext } from '../../http/route.ts'
import { maySeeSomeRuleset, mayViewRuleset } from '../rights/visible-ruleset.ts'
import { applyFilesOp } from './plan-of-files.ts'
import { readsAll, rightsOnEmptied } from './visible-plan.ts'

/** Whether `requireVisible` would return a plan (`plan`), as SQL. */
export function isVisiblePlan(context: ReadContext): RawBuilder<boolean> {
  const { caller } = context
  const isOwn = sql<boolean>`(plan.author_type = ${caller.type} and plan.author_id = ${caller.id}::uuid)`
  return maySeeSomeRuleset(context)
    ? sql<boolean>`(${isOwn} or ${readsAll(context)})`
    : sql<boolean>`(${isOwn} and ${mayReadOwn(context)})`
}

/** Whether a ruleset of a plan (`r`) is visible. Those of attributes that it makes are named after values of profiles. */
export function isVisiblePlanRuleset({
  caller,
  may,
}: Pick<ReadContext, 'caller' | 'may'>): RawBuilder<boolean> {
  if (!may('policy.rule.view'))
    return sql<boolean>`(not r.is_new and r.ruleset_id = any (${viewable({ caller, may })}::uuid[]))`
  return may(profileValuePermission)
    ? sql<boolean>`true`
    : sql<boolean>`(not r.is_new or r.type <> 'directory_attribute')`
}

/** The rulesets that the caller may see by a role there. */
function viewable({ caller, may }: Pick<ReadContext, 'caller' | 'may'>): string[] {
  return [...caller.rulesetRoles.keys()].filter((id) => mayViewRuleset({ may }, id))
}

/** Whether a caller who can see no ruleset may read a plan of their own. */
function mayReadOwn(context: ReadContext): RawBuilder<boolean> {
  const { may, services } = context
  const ops = [...services.storedChanges].flatMap(([op, { right }]) =>
    right !== null && may(right) ? [op] : [],
  )
  const mayReadEmptied = rightsOnEmptied(context).some(([right, on]) => may(right, on))
  return sql<boolean>`case when plan.operations = '[]' then ${mayReadEmptied}
    else coalesce(plan.operations -> 0 ->> 'op' = any (${ops}::text[]), false) end`
}

/** The operations of a plan (`plan`) as `shownOperations` returns them, each as `shown.operation`. */
export const shownOperations = sql`jsonb_array_elements(plan.operations) as stored (operation)
  cross join lateral jsonb_array_elements(
    case when stored.operation ->> 'op' = ${applyFilesOp}::text then stored.operation -> 'operations'
      else jsonb_build_array(stored.operation) end) as shown (operation)`
