import { fold } from './fold.ts'
import type { Condition, IdentityCondition, MembershipCondition } from './model.ts'
import { compileTest, foundValue, isNegative, positiveOf, wholeValues } from './operators.ts'

/** The places of the first two conditions of a rule that contradict each other; null where all may hold. */
export function findContradiction(
  conditions: readonly Condition[],
  primaryIntegrationId: string | null,
): [number, number] | null {
  for (const [at, condition] of conditions.entries()) {
    const other = conditions.findIndex(
      (each, index) => index > at && contradict(condition, each, primaryIntegrationId),
    )
    if (other !== -1) return [at, other]
  }
  return null
}

/**
 * Whether no person can ever meet both conditions. Two different values of one key don't contradict each other,
 * since a key may hold a list. `false` proves nothing.
 */
export function contradict(
  a: Condition,
  b: Condition,
  primaryIntegrationId: string | null,
): boolean {
  if (a.type === 'identity' && b.type === 'identity') {
    const integrationOf = (it: IdentityCondition) => it.resourceId ?? primaryIntegrationId
    const isOneColumn = integrationOf(a) === integrationOf(b) && a.profileKey === b.profileKey
    return isOneColumn && (excludes(a, b) || excludes(b, a))
  }
  if (a.type === 'identity' || b.type === 'identity') return false
  return a.type === b.type
    ? membershipsContradict(a, b)
    : excludesOther(a, b) || excludesOther(b, a)
}

function membershipsContradict(a: MembershipCondition, b: MembershipCondition): boolean {
  const [isA, isB] = [a, b].map(({ operator }) => operator !== 'not_equals')
  if (a.resourceId === b.resourceId) return isA !== isB
  // One person has one id and one manager, but may hold many attributes and be below many managers.
  const isSingle = a.type === 'user' || a.type === 'direct_reports_of'
  return isSingle && isA === true && isB === true
}

/** A person is never below themselves, and a direct report of a manager is also below them. */
function excludesOther(a: MembershipCondition, b: MembershipCondition): boolean {
  if (a.resourceId !== b.resourceId || a.operator === 'not_equals') return false
  const isBelow = b.type === 'all_reports_of'
  if (a.type === 'user')
    return (isBelow || b.type === 'direct_reports_of') && b.operator !== 'not_equals'
  return a.type === 'direct_reports_of' && isBelow && b.operator === 'not_equals'
}

/** Whether meeting `a` keeps one from meeting the negative condition `b` on the same key. */
function excludes(a: IdentityCondition, b: IdentityCondition): boolean {
  if (b.operator === 'not_exists') return a.operator !== 'not_exists' && a.orAbsent !== true
  if (!isNegative(b.operator) || isNegative(a.operator)) return false
  if (a.value === null || b.value === null) return false
  if (a.operator === 'equals' || a.operator === 'in') return allMeet(a, a.value, b)
  if (positiveOf(b.operator) !== 'contains') return false
  const isPart = ['contains', 'starts_with', 'ends_with'].includes(a.operator)
  return isPart && fold(a.value).includes(fold(b.value))
}

/** Whether each value that would do for `a` is one that `b` denies. */
function allMeet(a: IdentityCondition, operand: string, b: IdentityCondition): boolean {
  const denied = compileTest(positiveOf(b.operator), b.value)
  return wholeValues(a.operator === 'in' ? 'in' : 'equals', operand).every((value) =>
    denied(foundValue({ text: value, folded: value })),
  )
}
