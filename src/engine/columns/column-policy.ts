import { findCycle } from '../attribute-graph.ts'
import { isDraft, isInForce } from '../compile-policy.ts'
import { attributeRulesetType, type Policy, type Rule, type Ruleset } from '../model.ts'
import { makeProgram, type PlacedRule, type Program } from './program.ts'

/** Which rules decide attributes: those in force, or the staged ones with them. */
export type Scope = 'in_force' | 'with_staged'

/** A policy ready to be evaluated by the rules in force; good until any rule, ruleset or the primary integration changes. */
export interface ColumnPolicy {
  policy: Policy
  /** Evaluates the rules in force. */
  inForce: Program
}

/**
 * Compiles a policy. It uses the given states and no clock: an ended rule must say so. Throws for attributes in a
 * cycle or an operand that does not fit; both are refused on input.
 */
export function compileColumnPolicy(policy: Policy): ColumnPolicy {
  const cycle = findCycle(policy)
  if (cycle !== null) throw new Error(`rules depend on one another: ${cycle.join(' → ')}`)
  const { inForce } = placeRules(policy)
  return {
    policy,
    inForce: makeProgram({ asked: inForce, deciding: inForce, integrations: policy }),
  }
}

/**
 * A program for one rule, stored or hypothetical. It decides no attribute itself unless it is one of the policy's
 * rules of that scope. Throws for a condition's operand that does not fit.
 */
export function programOfRule(policy: Policy, asked: PlacedRule, scope: Scope): Program {
  const { inForce, staged } = placeRules(policy)
  return makeProgram({
    asked: [asked],
    deciding: scope === 'in_force' ? inForce : withStaged(inForce, staged),
    integrations: policy,
  })
}

/**
 * Programs that ask only about some rules: the staged ones, with staged attribute rules counted as in force, and those in
 * force, which staged people wait for. Throws what {@link compileColumnPolicy} throws.
 */
export function programsOfStaged(
  policy: Policy,
  isAsked: (placed: PlacedRule) => boolean,
): { staged: Program; waiting: Program } {
  const integrations = policy
  const { inForce, staged } = placeRules(policy)
  const deciding = withStaged(inForce, staged)
  return {
    staged: makeProgram({ asked: staged.filter(isAsked), deciding, integrations }),
    waiting: makeProgram({ asked: inForce.filter(isAsked), deciding: inForce, integrations }),
  }
}

/** Only staged rules of attributes count as in force: of a resource, people are entitled by rules in force alone. */
function withStaged(
  inForce: readonly PlacedRule[],
  staged: readonly PlacedRule[],
): readonly PlacedRule[] {
  return [...inForce, ...staged.filter(({ ruleset }) => ruleset.type === attributeRulesetType)]
}

function placeRules({ rules, rulesets }: Policy): { inForce: PlacedRule[]; staged: PlacedRule[] } {
  const rulesetById = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const placed = rules.flatMap((rule) => placeRule(rule, rulesetById))
  return {
    inForce: placed.filter(({ rule, ruleset }) => isInForce(rule, ruleset)),
    staged: placed.filter(({ rule, ruleset }) => isDraft(rule, ruleset)),
  }
}

function placeRule(rule: Rule, rulesetById: ReadonlyMap<string, Ruleset>): PlacedRule[] {
  const ruleset = rulesetById.get(rule.rulesetId)
  return ruleset === undefined ? [] : [{ rule, ruleset }]
}
