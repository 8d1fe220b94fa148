import { byAdmission } from '../../engine/admission-order.ts'
import type { CompiledPolicy } from '../../engine/compile-policy.ts'
import { stagedRulesOf } from '../../engine/evaluate-person.ts'
import type { Instant, Person } from '../../engine/model.ts'

/** What a describe statement supplies about one user. */
export type StagedFacts = Omit<Person, 'parentId'> & {
  /** Ids of the managers above, the direct one first, at most 50. */
  managersAbove: readonly string[]
}

/** Whether `stagedRules` can be anything but empty for a person who is not staged. */
export function hasStagedRules(policy: CompiledPolicy): boolean {
  return policy.stagedRules.length > 0
}

/**
 * The ids of the staged rules that a user meets, staged attribute rules counted as in force; for a staged user
 * also of the rules in force that would admit them. In admission order.
 */
export function stagedRules(policy: CompiledPolicy, facts: StagedFacts, now: Instant): string[] {
  const directory = { managersAbove: () => facts.managersAbove, parentOf: () => null }
  const met = new Set(stagedRulesOf({ policy, directory, now }, { ...facts, parentId: null }))
  return [...policy.stagedRules, ...policy.rulesInForce]
    .flatMap(({ rule }) => (met.has(rule.id) ? [rule] : []))
    .sort(byAdmission)
    .map(({ id }) => id)
}
