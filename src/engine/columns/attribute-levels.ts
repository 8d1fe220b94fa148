import { namedBy } from '../attribute-graph.ts'
import type { Rule } from '../model.ts'

/** Attribute → the rules that decide it. */
export type Deciders = ReadonlyMap<string, readonly { rule: Rule }[]>

/**
 * The decided attributes among `wanted` and all their dependencies, each after its dependencies and with a level greater
 * than theirs. Does not terminate if attributes form a cycle.
 */
export function attributeLevels(wanted: Iterable<string>, deciders: Deciders): Map<string, number> {
  const levels = new Map<string, number>()
  const open = [...wanted].filter((id) => deciders.has(id))
  for (let id = open.at(-1); id !== undefined; id = open.at(-1)) {
    const rules = deciders.get(id) ?? []
    const missing = rules
      .flatMap(({ rule }) => namedBy(rule))
      .filter((needed) => deciders.has(needed) && !levels.has(needed))
    if (missing.length > 0) {
      open.push(...missing)
      continue
    }
    levels.set(id, Math.max(0, ...rules.map(({ rule }) => levelOf(rule, levels))))
    open.pop()
  }
  return levels
}

/** Greater than the levels of the decided attributes that the rule names; 0 where it names none. */
export function levelOf(rule: Rule, levels: ReadonlyMap<string, number>): number {
  const above = namedBy(rule).map((id) => (levels.get(id) ?? -1) + 1)
  return Math.max(0, ...above)
}
