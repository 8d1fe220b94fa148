import { withRuleDefaults } from '../policy/stored-rules/rule-input.ts'
import { renderValues } from './render-rules.ts'
import type { SavedRule } from './saved-policy.ts'
import { hasEnded, isStaged, type PairedRule, type RulesOfRuleset } from './successions.ts'
import type { WrittenCondition } from '../policy/stored-rules/draft-condition.ts'

/** A rule of a file that is stored. */
export type StoredPair = PairedRule & { stored: SavedRule }

/** The fields that differ from the stored rule, as the file has them; how an instant is spelled makes no difference. */
export function differing(
  pair: StoredPair,
): Partial<ReturnType<typeof withRuleDefaults>> & { role?: string } {
  const wanted = { ...withRuleDefaults(pair.file), role: pair.file.role }
  const before: Record<string, unknown> = {
    ...withRuleDefaults(renderValues(pair.stored)),
    role: pair.stored.roleHandle,
  }
  const isSame = (name: string, value: unknown) =>
    name === 'expires_at' ? instantOf(value) === instantOf(before[name]) : value === before[name]
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(name, value)))
}

export const instantOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null)

/** Whether the file changes the stored rule, other than its date. */
export function changesRule(pair: PairedRule): boolean {
  const { stored, file, conditions } = pair
  if (stored === undefined) return false
  const isDraft = stored.values.state === 'staged'
  const changed = Object.keys(differing({ ...pair, stored }))
  return conditions !== null || changed.length > 0 || isDraft !== (file.state === 'staged')
}

/** Whether to create a rule: none is stored, or the stored one is in force and can't change in that way. */
export function makesAnotherRule(pair: PairedRule, rules: RulesOfRuleset): boolean {
  const { stored } = pair
  if (hasEnded(pair, rules)) return false
  if (stored === undefined) return true
  return (
    stored.values.state !== 'staged' &&
    (isStaged(pair, rules.now) || hasLockedChange({ ...pair, stored }))
  )
}

export function hasLockedChange(pair: StoredPair): boolean {
  const changed = differing(pair)
  return (
    pair.conditions !== null ||
    changed.expires_at === null ||
    ['role', 'everyone_else', 'reason'].some((name) => name in changed)
  )
}

/** Whether two rules test the same, in any order. */
export function isSameSet(a: readonly WrittenCondition[], b: readonly WrittenCondition[]): boolean {
  const left = a.map(essence).sort()
  const right = b.map(essence).sort()
  return left.length === right.length && left.every((each, index) => each === right[index])
}

/** What a condition tests. A membership without operator is one that equals. */
export function essence(condition: WrittenCondition): string {
  const operator = condition.profileOperator ?? 'equals'
  return JSON.stringify([
    condition.type,
    condition.attributeId,
    condition.integrationId,
    condition.directoryUserId,
    condition.vendorResourceId,
    condition.profileKey,
    operator,
    condition.profileValue,
    condition.orAbsent,
  ])
}
