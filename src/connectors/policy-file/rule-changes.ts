import type { NewCondition } from '../../policy/conditions/write-conditions.ts'
import { isSameRule, type ConditionValues } from '../../policy/rules/rule-values.ts'
import type { ChangedRule, EndingRule, NewRule } from '../../policy/rules/write-rules.ts'
import type { DraftRule } from './draft-rule.ts'
import type { FileFault } from './policy-file-error.ts'
import type { StoredRule } from './stored-rules.ts'

/** What has to be written so that the stored rules say what a file says. */
export type RuleChanges = {
  created: NewRule[]
  changed: ChangedRule[]
  /** In force and to be replaced by one of `created`, so that nobody in both leaves. */
  replaced: EndingRule[]
  conditionsRemoved: (NewCondition & { id: string })[]
  conditionsAdded: NewCondition[]
}

export function noRuleChanges(): RuleChanges {
  return { created: [], changed: [], replaced: [], conditionsRemoved: [], conditionsAdded: [] }
}

/**
 * Adds what one rule of the file needs. What is locked while a rule is in force (role, conditions,
 * everyone_else) changes by another rule in its place; so does one that the file takes back to staged.
 * @returns what stands in the way
 */
export function addRuleChanges(
  changes: RuleChanges,
  { path, rulesetId }: { path: string; rulesetId: string },
  draft: DraftRule,
  stored: StoredRule | undefined,
): FileFault[] {
  if (stored === undefined) {
    changes.created.push({ ...draft, rulesetId })
    return []
  }
  const isInForce = stored.values.state !== 'staged'
  const sameConditions = isSameSet(draft.conditions, stored.conditions)
  if (isInForce && (!sameConditions || isLockedDifference(draft, stored))) {
    changes.replaced.push({ id: stored.id, rulesetId, state: stored.values.state })
    changes.created.push({ ...draft, rulesetId, replaces: stored.id })
    return []
  }
  const activatedAt = isInForce ? stored.values.activatedAt : draft.values.activatedAt
  const after = { ...draft.values, activatedAt, roleHandle: draft.roleHandle }
  const before = { ...stored.values, roleHandle: stored.roleHandle }
  const sameValues = isSameRule(before, after)
  if (sameConditions && sameValues) return []
  if (stored.activatesAt !== null) return [datedFault(path, stored.activatesAt)]
  if (!sameConditions) {
    changes.conditionsRemoved.push(
      ...stored.conditions.map(({ id, ...values }) => ({ id, ruleId: stored.id, values })),
    )
    changes.conditionsAdded.push(
      ...draft.conditions.map((values) => ({ ruleId: stored.id, values })),
    )
  }
  if (!sameValues) changes.changed.push({ id: stored.id, rulesetId, before, after })
  return []
}

/** Whoever gave it its date decided about the rule as it stands. */
function datedFault(path: string, at: string): FileFault {
  const message = `differs from the rule, which begins at ${at}; take that back first: activate the rule with \`at\` null`
  return { path, message }
}

function isLockedDifference(draft: DraftRule, { values }: StoredRule): boolean {
  return (
    draft.values.state === 'staged' ||
    draft.values.roleId !== values.roleId ||
    draft.values.everyoneElse !== values.everyoneElse
  )
}

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
