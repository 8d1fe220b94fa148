import { attributesNamedBy } from '../../engine/attribute-graph.ts'
import { isInForce } from '../../engine/compile-policy.ts'
import { attributeRulesetType, type Policy, type Rule } from '../../engine/model.ts'

/** The scope of an evaluation of everybody: the rulesets whose manifests may move, and the policy that it needs. */
export type Scope = {
  rulesetIds: readonly string[]
  /** Only the rules in force that those rulesets need, their own among them. */
  policy: Policy
  /** Attributes may be won or lost, so that org follows. */
  movesAttributes: boolean
}

/**
 * The scope of a change of these rulesets: they, and every ruleset that depends on their attributes, directly or
 * indirectly. `all` is every ruleset.
 */
export function scopeOf(policy: Policy, changed: 'all' | readonly string[]): Scope {
  const rulesetIds =
    changed === 'all' ? policy.rulesets.map(({ id }) => id) : [...withDependants(policy, changed)]
  return scopeAround(policy, rulesetIds)
}

/** The scope of these rulesets alone, without the rulesets that depend on them. */
export function scopeAround(policy: Policy, rulesetIds: readonly string[]): Scope {
  const inForce = rulesInForce(policy)
  const wanted = new Set(rulesetIds)
  const movesAttributes = policy.rulesets.some(
    ({ id, type }) => type === attributeRulesetType && wanted.has(id),
  )
  // Org shows one attribute of a dimension; only all of them together determine which.
  const asked = movesAttributes ? new Set([...wanted, ...attributeRulesets(policy).keys()]) : wanted
  const needed = withNeeds(policy, inForce, asked)
  return {
    rulesetIds,
    movesAttributes,
    policy: {
      ...policy,
      rulesets: policy.rulesets.filter(({ id }) => needed.has(id)),
      rules: inForce.filter(({ rulesetId }) => needed.has(rulesetId)),
    },
  }
}

function rulesInForce({ rulesets, rules }: Policy): Rule[] {
  const rulesetById = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  return rules.filter((rule) => {
    const ruleset = rulesetById.get(rule.rulesetId)
    return ruleset !== undefined && isInForce(rule, ruleset)
  })
}

/** Ruleset → its attribute. */
function attributeRulesets({ rulesets }: Policy): Map<string, string> {
  return new Map(
    rulesets
      .filter(({ type }) => type === attributeRulesetType)
      .map(({ id, resourceId }) => [id, resourceId]),
  )
}

/** Rules that have just ended named attributes too, so all stored rules are read. */
function withDependants(policy: Policy, changed: readonly string[]): Set<string> {
  const attributeOf = attributeRulesets(policy)
  const naming = new Map<string, Set<string>>()
  for (const rule of policy.rules) {
    for (const attributeId of attributesNamedBy(rule)) {
      naming.set(attributeId, (naming.get(attributeId) ?? new Set()).add(rule.rulesetId))
    }
  }
  return reached(changed, (rulesetId) => [...(naming.get(attributeOf.get(rulesetId) ?? '') ?? [])])
}

function withNeeds(policy: Policy, inForce: readonly Rule[], asked: Set<string>): Set<string> {
  const deciding = new Map<string, string>()
  for (const [rulesetId, attributeId] of attributeRulesets(policy)) {
    deciding.set(attributeId, rulesetId)
  }
  const ofRuleset = Map.groupBy(inForce, ({ rulesetId }) => rulesetId)
  return reached(asked, (rulesetId) =>
    (ofRuleset.get(rulesetId) ?? [])
      .flatMap(attributesNamedBy)
      .flatMap((attributeId) => deciding.get(attributeId) ?? []),
  )
}

function reached(from: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from)
  for (const id of found) for (const other of next(id)) found.add(other)
  return found
}
