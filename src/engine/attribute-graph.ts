import { asksForRules, attributeRulesetType, type Policy, type Rule } from './model.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The ids of attributes and resources that depend on one another in a cycle, in order, each once; null where none do. One
 * depends on those that its staged, active and expiring rules name, in any state of its ruleset.
 */
export function findCycle(policy: Pick<Policy, 'rulesets' | 'rules'>): readonly string[] | null {
  const graph = graphOf(policy)
  const settled = new Set<string>()
  for (const id of [...graph.keys()].sort()) {
    const cycle = findCycleFrom(graph, settled, [id])
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

function graphOf({ rulesets, rules }: Pick<Policy, 'rulesets' | 'rules'>): Graph {
  const open = rules.filter((rule) => !isEnded(rule))
  const named = new Set(open.flatMap(namedBy))
  // A resource that no rule names is on no cycle.
  const decidedBy = new Map(
    rulesets
      .filter(({ type, resourceId }) => type === attributeRulesetType || named.has(resourceId))
      .map((ruleset) => [ruleset.id, ruleset.resourceId]),
  )
  const graph = new Map<string, Set<string>>()
  for (const rule of open) {
    const decided = decidedBy.get(rule.rulesetId)
    if (decided === undefined) continue
    const needs = graph.get(decided) ?? new Set()
    for (const needed of namedBy(rule)) needs.add(needed)
    graph.set(decided, needs)
  }
  return graph
}

function isEnded(rule: Rule): boolean {
  return rule.state === 'expired' || rule.state === 'deactivated'
}

/** The ids of the attributes and resources whose rules a rule's conditions ask for, negative ones too. */
export function namedBy(rule: Pick<Rule, 'conditions'>): string[] {
  return rule.conditions.flatMap((condition) =>
    asksForRules(condition) ? (condition.resourceId ?? []) : [],
  )
}
