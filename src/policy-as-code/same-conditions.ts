import type { ConditionValues } from '../policy/stored-rules/rule-values.ts'

/** Whether two rules test the same, in any order. */
export function isSameSet(a: readonly ConditionValues[], b: readonly ConditionValues[]): boolean {
  const left = a.map(essence).sort()
  const right = b.map(essence).sort()
  return left.length === right.length && left.every((each, index) => each === right[index])
}

/** What a condition tests. A membership without operator is one that equals. */
export function essence(condition: ConditionValues): string {
  const operator = condition.profileOperator ?? 'equals'
  return JSON.stringify([
    condition.type,
    condition.attributeId,
    condition.integrationId,
    condition.directoryUserId,
    condition.profileKey,
    operator,
    condition.profileValue,
  ])
}
