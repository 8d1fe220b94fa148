import { byAdmission } from './admission-order.ts'
import type { CompiledPolicy, CompiledRule } from './compile-policy.ts'
import type { Directory } from './directory.ts'
import { effectiveState, isEligible } from './effective-state.ts'
import { attributeRulesetType, type Instant, type Person } from './model.ts'
import { viewPerson } from './person-view.ts'

/** The setting in which people are evaluated. */
export interface Setting {
  policy: CompiledPolicy
  directory: Directory
  now: Instant
}

/** What the policy says about one person. Rules and attributes are ids, in admission order. */
export interface PersonVerdict {
  eligible: boolean
  /** Every rule in force that the person qualifies for, in any state of the person. */
  qualified: readonly string[]
  /** Every attribute that the person holds, each once. */
  attributes: readonly string[]
  /** Ruleset → the first rule that admits the person; empty for one who is not eligible. */
  admitted: ReadonlyMap<string, string>
}

/** Evaluates one person by their own facts and what the directory says of their managers and parent. */
export function evaluatePerson(setting: Setting, person: Person): PersonVerdict {
  const eligible = isEligible(person, setting.directory.parentOf(person), setting.now)
  const qualified = qualifiedRules(setting, person)
  return {
    eligible,
    qualified: qualified.map(({ rule }) => rule.id),
    attributes: attributesOf(qualified),
    admitted: eligible ? firstOfEachRuleset(qualified) : new Map(),
  }
}

/**
 * The ids of the staged rules that the person meets, with staged attribute rules counted as in force; for a
 * staged person also of the rules in force that would admit them. In admission order.
 */
export function stagedRulesOf(setting: Setting, person: Person): readonly string[] {
  if (person.deletedAt !== null) return []
  const { policy, now } = setting
  const view = viewPerson(person, setting, policy.decidedWithStaged)
  const staged = policy.stagedRules.filter(({ isMet }) => isMet(view))
  const waiting = effectiveState(person, now) === 'staged' ? qualifiedRules(setting, person) : []
  const rules = [...staged, ...waiting].map(({ rule }) => rule)
  return rules.sort(byAdmission).map((rule) => rule.id)
}

/** The rules in force whose conditions the undeleted person meets, in any state of the person. */
function qualifiedRules(setting: Setting, person: Person): CompiledRule[] {
  if (person.deletedAt !== null) return []
  const { policy } = setting
  const view = viewPerson(person, setting, policy.decidedInForce)
  return policy.rulesInForce.filter(({ isMet }) => isMet(view))
}

function attributesOf(qualified: readonly CompiledRule[]): string[] {
  const ofAttributes = qualified.filter(({ ruleset }) => ruleset.type === attributeRulesetType)
  return [...new Set(ofAttributes.map(({ ruleset }) => ruleset.resourceId))]
}

function firstOfEachRuleset(qualified: readonly CompiledRule[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const { rule } of qualified) {
    if (!first.has(rule.rulesetId)) first.set(rule.rulesetId, rule.id)
  }
  return first
}
