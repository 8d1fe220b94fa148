import type { On } from '../../access/rights.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { noSuch } from '../../http/problem.ts'
import type { ReadContext } from '../../http/route.ts'
import { askForSomeRuleset, mayViewRuleset } from '../rights/visible-ruleset.ts'
import type { PlanRow } from './queries.ts'
import { isReadable, rightsOnEmptied } from './visible-plans.ts'

/**
 * A plan is visible to its author, and to callers who may read everything that it names. 404 for all others, as for
 * a missing plan; 403 for a caller who can see no ruleset at all, unless it is their own plan and needed none.
 */
export async function requireVisible(
  context: ReadContext,
  id: string,
  found: PlanRow | undefined,
): Promise<PlanRow> {
  const isOwn = found !== undefined && isAuthor(context, found)
  const own = isOwn
    ? rightsOnOwn(context, found).find(([right, on]) => context.may(right, on))
    : undefined
  if (isOwn && own !== undefined) {
    await context.ask(...own)
    return found
  }
  await askForSomeRuleset(context)
  if (found !== undefined && (isOwn || (await isReadable(context, id)))) return found
  throw noSuch('plan', id)
}

/** The rulesets (uuids) of a plan that the caller may see. Those of attributes that it makes are named after values of profiles. */
export function visibleRulesets(context: Pick<ReadContext, 'may'>, plan: PlanRow): string[] {
  const known = plan.ruleset_ids.filter((id) => mayViewRuleset(context, id))
  if (!context.may('policy.rule.view')) return known
  const seesValues = context.may(profileValuePermission)
  return [...known, ...(seesValues ? plan.new_ruleset_ids : plan.new_resource_ruleset_ids)]
}

function isAuthor({ caller }: Pick<ReadContext, 'caller'>, plan: PlanRow): boolean {
  return caller.type === plan.author_type && caller.id === plan.author_id
}

/** Its author needs any one of these permissions to read a plan. */
function rightsOnOwn(
  context: Pick<ReadContext, 'services'>,
  { operations: [first] }: PlanRow,
): [Permission, On][] {
  if (first === undefined) return rightsOnEmptied(context)
  const { storedChanges } = context.services
  const right = 'op' in first ? storedChanges.get(String(first.op))?.right : undefined
  return right === undefined || right === null ? [] : [[right, {}]]
}
