import type { CompiledPolicy } from '../../engine/compile-policy.ts'
import { explainPerson, type Explanation } from '../../engine/explain.ts'
import {
  asksForRules,
  type Condition,
  type Instant,
  type Person,
  type Policy,
} from '../../engine/model.ts'
import type { RuleFinding } from '../../engine/rule-finding.ts'

/** Why is a person in a manifest, or why not: with everything about them that the policy may read. Plain data. */
export type Question = {
  person: Person
  parent: Person | null
  /** The direct one first. */
  managersAbove: readonly string[]
  rulesetId: string
  now: Instant
}

/** The policy, and the same compiled. */
export type ExplainedPolicy = { source: Policy; compiled: CompiledPolicy }

export function explain(
  { source, compiled }: ExplainedPolicy,
  { person, parent, managersAbove, rulesetId, now }: Question,
): Explanation {
  const directory = { managersAbove: () => managersAbove, parentOf: () => parent }
  return explainPerson({ source, compiled, directory, now }, person, rulesetId)
}

/** A pattern is compiled by its first test, and may meet a long value: it takes as long as so many other conditions. */
const conditionsPerPattern = 100

/**
 * How many conditions an explanation of a ruleset reads: its own, and those by which people get the attributes that
 * they name. A pattern counts as many.
 */
export function conditionsExplained({ rules, rulesets }: Policy, rulesetId: string): number {
  const rulesOf = Map.groupBy(rules, (rule) => rule.rulesetId)
  const deciding = new Map(rulesets.map(({ id, resourceId }) => [resourceId, id]))
  const known = new Map<string, number>()
  const count = (id: string): number => {
    const before = known.get(id)
    if (before !== undefined) return before
    const conditions = (rulesOf.get(id) ?? []).flatMap((rule) => rule.conditions)
    const found = conditions.reduce((sum, each) => sum + weightOf(each) + nested(each), 0)
    known.set(id, found)
    return found
  }
  const nested = ({ type, resourceId }: Condition): number =>
    asksForRules({ type }) ? count(deciding.get(resourceId ?? '') ?? '') : 0
  return count(rulesetId)
}

function weightOf({ operator }: Condition): number {
  return operator === 'matches' ? conditionsPerPattern : 1
}

/** The uuids that an explanation shows, and those that its conditions name. */
export type Mentions = {
  rules: string[]
  rulesets: string[]
  managers: string[]
  referents: {
    attributeId: string | null
    directoryUserId: string | null
    vendorResourceId: string | null
  }[]
}

export function mentionsOf({ rules }: Explanation): Mentions {
  const findings = rules.flatMap(withNested)
  const conditions = findings.flatMap((finding) => finding.conditions)
  return {
    rules: [...new Set(findings.map(({ rule }) => rule.id))],
    rulesets: [...new Set(findings.map(({ ruleset }) => ruleset.id))],
    managers: [
      ...new Set(conditions.flatMap(({ saw }) => (saw.kind === 'managers' ? saw.managers : []))),
    ],
    referents: conditions.flatMap(({ condition: { type, resourceId } }) => {
      if (type === 'identity') return []
      return {
        attributeId: type === 'attribute' ? resourceId : null,
        directoryUserId: asksForRules({ type }) ? null : resourceId,
        vendorResourceId: type === 'entitled_to' ? resourceId : null,
      }
    }),
  }
}

/** A rule's finding and those nested in it. */
function withNested(finding: RuleFinding): RuleFinding[] {
  const nested = finding.conditions.flatMap(({ saw }) =>
    saw.kind === 'attribute' && saw.rule !== null ? withNested(saw.rule) : [],
  )
  return [finding, ...nested]
}
