import type { PlannedRuleset } from './types.ts'

export type LabelledRuleset = PlannedRuleset & { label: string }

/** Each with the text that it is known by: its handle or its name, for an attribute after its dimension where that text repeats. */
export function labelRulesets(rulesets: readonly PlannedRuleset[]): LabelledRuleset[] {
  const counts = new Map<string, number>()
  for (const ruleset of rulesets)
    counts.set(nameOf(ruleset), (counts.get(nameOf(ruleset)) ?? 0) + 1)
  return rulesets.map((ruleset) => {
    const { dimension } = ruleset
    const name = nameOf(ruleset)
    const isRepeated = (counts.get(name) ?? 0) > 1
    return {
      ...ruleset,
      label: isRepeated && dimension !== undefined ? `${dimension}/${name}` : name,
    }
  })
}

/** Resources can have the same name, but not the same handle. */
function nameOf({ resource_handle: handle, name }: PlannedRuleset): string {
  return handle ?? name
}
