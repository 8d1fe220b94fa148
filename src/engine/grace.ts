import { namedBy } from './attribute-graph.ts'
import { attributeRulesetType, type Rule, type Ruleset } from './model.ts'

/** How long a person stays who no longer qualifies; `inherited` if the rule does not define it. */
export interface Grace {
  days: number
  inherited: boolean
}

/** The defaults behind rules and rulesets, in days. */
export interface GraceDefaults {
  /** The default of the dimension that an attribute is a value of; null where it has none. */
  dimensionDays(attributeId: string): number | null
  workspaceDays: number
}

/**
 * The grace of a rule: its own, else its ruleset's, else the longest of the dimensions of its attribute conditions,
 * else the workspace's. Attribute rulesets have none.
 */
export function graceOfRule(
  rule: Pick<Rule, 'expiresAfterDays' | 'conditions'>,
  ruleset: Pick<Ruleset, 'type' | 'expiresAfterDays'>,
  defaults: GraceDefaults,
): Grace {
  if (ruleset.type === attributeRulesetType) return { days: 0, inherited: true }
  if (rule.expiresAfterDays !== null) return { days: rule.expiresAfterDays, inherited: false }
  const days =
    ruleset.expiresAfterDays ?? longestDimensionDays(rule, defaults) ?? defaults.workspaceDays
  return { days, inherited: true }
}

function longestDimensionDays(
  rule: Pick<Rule, 'conditions'>,
  defaults: GraceDefaults,
): number | null {
  const days = namedBy(rule)
    .map((attributeId) => defaults.dimensionDays(attributeId))
    .filter((each) => each !== null)
  return days.length === 0 ? null : Math.max(...days)
}
