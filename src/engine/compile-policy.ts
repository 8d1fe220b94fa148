import { byAdmission } from './admission-order.ts'
import { findCycle } from './attribute-graph.ts'
import { compileCondition, type Integrations } from './compile-condition.ts'
import { attributeRulesetType, type Policy, type Rule, type Ruleset } from './model.ts'
import type { Check, DecidingChecks } from './person-view.ts'

/** A rule with its ruleset, ready for evaluation. */
export interface CompiledRule {
  rule: Rule
  ruleset: Ruleset
  isMet: Check
}

/** A policy ready for evaluation; valid until any rule, ruleset or the primary integration changes. */
export interface CompiledPolicy {
  /** In admission order. */
  rulesInForce: readonly CompiledRule[]
  /** In admission order. */
  stagedRules: readonly CompiledRule[]
  decidedInForce: DecidingChecks
  /** With staged attribute rules counted as in force. */
  decidedWithStaged: DecidingChecks
}

/**
 * Compiles a policy. It uses the given states and no clock: an ended rule must say so. Throws for attributes in a
 * cycle or a condition's value that does not fit; both are refused on input.
 * Of `reusable` rules, compiled with the same rulesets and integrations, those that are the same objects are kept.
 */
export function compilePolicy(
  policy: Policy,
  reusable: readonly CompiledRule[] = [],
): CompiledPolicy {
  const cycle = findCycle(policy)
  if (cycle !== null) throw new Error(`rules depend on one another: ${cycle.join(' → ')}`)
  const rules = compileRules(policy, reusable)
  const rulesInForce = rules.filter(({ rule, ruleset }) => isInForce(rule, ruleset))
  const stagedRules = rules.filter(({ rule, ruleset }) => isDraft(rule, ruleset))
  return {
    rulesInForce,
    stagedRules,
    decidedInForce: checksByDecided(rulesInForce),
    decidedWithStaged: checksByDecided([...rulesInForce, ...stagedRules.filter(isOfAttribute)]),
  }
}

/** In force: active or expiring, in a managed ruleset. */
export function isInForce(rule: Pick<Rule, 'state'>, ruleset: Pick<Ruleset, 'state'>): boolean {
  return (rule.state === 'active' || rule.state === 'expiring') && ruleset.state === 'managed'
}

/** Staged, and not of a deactivated attribute or dimension: people can be staged by it. */
export function isDraft(rule: Pick<Rule, 'state'>, ruleset: Pick<Ruleset, 'state'>): boolean {
  return rule.state === 'staged' && ruleset.state !== 'deactivated'
}

function compileRules(policy: Policy, reusable: readonly CompiledRule[]): CompiledRule[] {
  const { rules, rulesets } = policy
  const compiled = new Map(reusable.map((each) => [each.rule, each]))
  const rulesetById = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  return [...rules].sort(byAdmission).flatMap((rule) => {
    const ruleset = rulesetById.get(rule.rulesetId)
    if (ruleset === undefined) return []
    return [compiled.get(rule) ?? { rule, ruleset, isMet: compileRule(rule, policy) }]
  })
}

/** All conditions must hold. A rule without conditions matches no person. */
function compileRule(rule: Rule, integrations: Integrations): Check {
  const checks = rule.conditions.map((condition) => compileCondition(condition, integrations))
  return (view) => checks.length > 0 && checks.every((check) => check(view))
}

/** The rules that decide each attribute and each resource. */
function checksByDecided(rules: readonly CompiledRule[]): DecidingChecks {
  const byDecided = Map.groupBy(rules, ({ ruleset }) => ruleset.resourceId)
  return new Map([...byDecided].map(([id, group]) => [id, group.map(({ isMet }) => isMet)]))
}

function isOfAttribute({ ruleset }: CompiledRule): boolean {
  return ruleset.type === attributeRulesetType
}
