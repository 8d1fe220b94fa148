import type { On } from '../../access/rights.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { noSuch } from '../../http/problem.ts'
import type { ReadContext } from '../../http/route.ts'
import { rightsToRead } from '../operations/operation.ts'
import { askForSomeRuleset, maySeeSomeRuleset, mayViewRuleset } from '../rights/visible-ruleset.ts'
import { shownOperations } from './plan-of-files.ts'
import type { PlanRow } from './queries.ts'

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
  if (isOwn || (found !== undefined && mayReadAll(context, found))) return found
  throw noSuch('plan', id)
}

/** Whether {@link requireVisible} would return the plan. */
export function isVisible(context: ReadContext, plan: PlanRow): boolean {
  const isOwn = isAuthor(context, plan)
  if (isOwn && rightsOnOwn(context, plan).some(([right, on]) => context.may(right, on))) return true
  return maySeeSomeRuleset(context) && (isOwn || mayReadAll(context, plan))
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

/** Its author needs any one of these permissions to read a plan. An emptied plan shows only totals and times. */
function rightsOnOwn(
  { services: { storedChanges } }: Pick<ReadContext, 'services'>,
  { operations: [first] }: PlanRow,
): [Permission, On][] {
  if (first === undefined) {
    const others = [...storedChanges.values()].flatMap(({ right }) => right ?? [])
    const rights: Permission[] = ['policy.rule.view', ...others]
    return rights.map((right) => [right, { own: true }])
  }
  const right = 'op' in first ? storedChanges.get(String(first.op))?.right : undefined
  return right === undefined || right === null ? [] : [[right, {}]]
}

/**
 * Requires the right to view people, every ruleset that the plan names, moves or has findings about, and everything
 * else that its operations name.
 */
function mayReadAll(context: ReadContext, plan: PlanRow): boolean {
  const { ruleset_ids: known, new_ruleset_ids: made, findings, operations } = plan
  if (!context.may('directory.user.view')) return false
  if (!neededBy(context, operations).every((each) => context.may(each))) return false
  if (visibleRulesets(context, plan).length < known.length + made.length) return false
  if (context.may('policy.rule.view')) return true
  return known.length > 0 && findings.every((each) => mayViewRuleset(context, each.rulesetId))
}

/** The permissions needed to read what operations name besides rulesets and people. */
function neededBy(
  { services: { storedChanges } }: Pick<ReadContext, 'services'>,
  stored: readonly object[],
): Permission[] {
  const operations = shownOperations(stored)
  const rights = operations.flatMap((each) => {
    const op = 'op' in each ? String(each.op) : ''
    return rightsToRead.get(op) ?? storedChanges.get(op)?.right ?? []
  })
  return operations.some(holdsProfile) ? [...rights, profileValuePermission] : rights
}

function holdsProfile(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsProfile)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, held]) =>
      ((key === 'profile_value' || key === 'profile_key') && held !== null) || holdsProfile(held),
  )
}
