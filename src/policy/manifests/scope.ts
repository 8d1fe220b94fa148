import { namedBy } from '../../engine/attribute-graph.ts'
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
 * The scope of a change of these rulesets: they, and every ruleset that depends on their attributes or resources, directly
 * or indirectly. `all` is every ruleset.
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
  const asked = movesAttributes ? new Set([...wanted, ...attributeRulesets(policy)]) : wanted
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

function attributeRulesets({ rulesets }: Policy): string[] {
  return rulesets.flatMap(({ id, type }) => (type === attributeRulesetType ? [id] : []))
}

/** Rules that have just ended named attributes and resources too, so all stored rules are read. */
function withDependants(policy: Policy, changed: readonly string[]): Set<string> {
  const decidedBy = new Map(policy.rulesets.map(({ id, resourceId }) => [id, resourceId]))
  const naming = new Map<string, Set<string>>()
  for (const rule of policy.rules) {
    for (const id of namedBy(rule)) {
      naming.set(id, (naming.get(id) ?? new Set()).add(rule.rulesetId))
    }
  }
  return reached(changed, (rulesetId) => [...(naming.get(decidedBy.get(rulesetId) ?? '') ?? [])])
}

function withNeeds(policy: Policy, inForce: readonly Rule[], asked: Set<string>): Set<string> {
  const deciding = new Map(policy.rulesets.map(({ id, resourceId }) => [resourceId, id]))
  const ofRuleset = Map.groupBy(inForce, ({ rulesetId }) => rulesetId)
  return reached(asked, (rulesetId) =>
    (ofRuleset.get(rulesetId) ?? []).flatMap(namedBy).flatMap((id) => deciding.get(id) ?? []),
  )
}

function reached(from: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from)
  for (const id of found) for (const other of next(id)) found.add(other)
  return found
}
