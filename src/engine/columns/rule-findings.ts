import { asksForRules, type Instant, type Rule } from '../model.ts'
import { findContradiction } from '../contradictions.ts'
import { itemAt } from './item-at.ts'
import type { Program, ProgramRule } from './program.ts'

/** Findings about a rule that hold for any set of people. Conditions are named by their place in the rule. */
export type RuleFinding =
  | { kind: 'never_matches'; ruleId: string; reason: NeverReason; conditions: readonly number[] }
  /** An earlier rule of the ruleset, which lasts as long, admits every person that this one would. */
  | { kind: 'shadowed'; ruleId: string; byRuleId: string }

type NeverReason =
  | 'no_conditions'
  | 'contradiction'
  /** It names an attribute or a resource that no rule decides, or the primary integration when there is none. */
  | 'nothing_to_test'
  /** It needs an attribute, or to be entitled to a resource, all of whose rules never match. */
  | 'attribute_never_held'

type Never = { reason: NeverReason; conditions: readonly number[] }

/** Analyses the asked rules of the program, without people. In admission order. */
export function findInRules(
  program: Program,
  { now, primaryIntegrationId }: { now: Instant; primaryIntegrationId: string | null },
): RuleFinding[] {
  const never = neverMatching(program, primaryIntegrationId)
  const asked = program.rules.filter(({ isAsked }) => isAsked)
  const ofRuleset = Map.groupBy(asked, ({ ruleset }) => ruleset)
  return program.rules.flatMap((rule, index): RuleFinding[] => {
    if (!rule.isAsked) return []
    const { id: ruleId } = rule.rule
    const reason = never.get(index)
    const earlier =
      reason === undefined ? findShadow(rule, ofRuleset.get(rule.ruleset) ?? [], now) : undefined
    return [
      ...(reason === undefined ? [] : [{ kind: 'never_matches' as const, ruleId, ...reason }]),
      ...(earlier === undefined
        ? []
        : [{ kind: 'shadowed' as const, ruleId, byRuleId: earlier.rule.id }]),
    ]
  })
}

/** Rules by level, so that an attribute is decided before the rules that name it. */
function neverMatching(program: Program, primaryIntegrationId: string | null): Map<number, Never> {
  const never = new Map<number, Never>()
  const rulesOf = new Map(program.attributes.map(({ id, rules }) => [id, rules]))
  const byLevel = [...program.rules.entries()].sort(([, a], [, b]) => a.level - b.level)
  const isNeverHeld = (id: string) => rulesOf.get(id)?.every((rule) => never.has(rule)) ?? false
  for (const [index, rule] of byLevel) {
    const found = whyNever(program, rule, primaryIntegrationId, isNeverHeld)
    if (found !== null) never.set(index, found)
  }
  return never
}

function whyNever(
  program: Program,
  { rule: { conditions }, predicates }: ProgramRule,
  primaryIntegrationId: string | null,
  isNeverHeld: (attributeId: string) => boolean,
): Never | null {
  if (conditions.length === 0) return { reason: 'no_conditions', conditions: [] }
  const untestable = predicates.some((index) => {
    const { atom } = itemAt(program.predicates, index)
    return itemAt(program.atoms, atom).kind === 'never'
  })
  if (untestable) return { reason: 'nothing_to_test', conditions: [] }
  const unheld = conditions.findIndex(
    (it) => asksForRules(it) && it.operator !== 'not_equals' && isNeverHeld(it.resourceId ?? ''),
  )
  if (unheld !== -1) return { reason: 'attribute_never_held', conditions: [unheld] }
  const pair = findContradiction(conditions, primaryIntegrationId)
  return pair === null ? null : { reason: 'contradiction', conditions: pair }
}

/**
 * An earlier rule of the ruleset whose conditions are all among this one's, that begins no later and ends no
 * sooner.
 */
function findShadow(
  rule: ProgramRule,
  rules: readonly ProgramRule[],
  now: Instant,
): ProgramRule | undefined {
  const asked = new Set(rule.predicates)
  const earlier = rules.slice(0, rules.indexOf(rule))
  return earlier.find(
    ({ predicates, ...other }) =>
      predicates.length > 0 &&
      predicates.every((each) => asked.has(each)) &&
      (other.rule.activatedAt ?? now) <= Math.max(rule.rule.activatedAt ?? now, now) &&
      lastsAsLong(other.rule, rule.rule),
  )
}

function lastsAsLong({ expiresAt: end }: Rule, { expiresAt: other }: Rule): boolean {
  return end === null || (other !== null && other <= end)
}
