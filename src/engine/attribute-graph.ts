import { attributeRulesetType, type Policy, type Rule } from './model.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The ids of attributes that depend on one another in a cycle, in order, each once; null where none do. An
 * attribute depends on those that its staged, active and expiring rules name, in any state of its ruleset.
 */
export function findAttributeCycle(
  policy: Pick<Policy, 'rulesets' | 'rules'>,
): readonly string[] | null {
  const graph = attributeGraph(policy)
  const settled = new Set<string>()
  for (const attributeId of [...graph.keys()].sort()) {
    const cycle = findCycleFrom(graph, settled, [attributeId])
    if (cycle !== null) return cycle
  }
  return null
}

/** Depth first: a step back onto the path closes a cycle; nodes without one are settled and not walked again. */
function findCycleFrom(
  graph: Graph,
  settled: Set<string>,
  path: readonly string[],
): readonly string[] | null {
  const here = path.at(-1)
  if (here === undefined || settled.has(here)) return null
  for (const next of [...(graph.get(here) ?? [])].sort()) {
    const start = path.indexOf(next)
    if (start !== -1) return path.slice(start)
    const cycle = findCycleFrom(graph, settled, [...path, next])
    if (cycle !== null) return cycle
  }
  settled.add(here)
  return null
}

function attributeGraph(policy: Pick<Policy, 'rulesets' | 'rules'>): Graph {
  const attributeOf = new Map(
    policy.rulesets
      .filter((ruleset) => ruleset.type === attributeRulesetType)
      .map((ruleset) => [ruleset.id, ruleset.resourceId]),
  )
  const graph = new Map<string, Set<string>>()
  for (const rule of policy.rules) {
    const attributeId = attributeOf.get(rule.rulesetId)
    if (attributeId === undefined || isEnded(rule)) continue
    const needs = graph.get(attributeId) ?? new Set()
    for (const needed of attributesNamedBy(rule)) needs.add(needed)
    graph.set(attributeId, needs)
  }
  return graph
}

function isEnded(rule: Rule): boolean {
  return rule.state === 'expired' || rule.state === 'deactivated'
}

/** The ids of the attributes that a rule's conditions name, negative ones too. */
export function attributesNamedBy(rule: Pick<Rule, 'conditions'>): string[] {
  return rule.conditions.flatMap((condition) =>
    condition.type === 'attribute' ? [condition.resourceId] : [],
  )
}
