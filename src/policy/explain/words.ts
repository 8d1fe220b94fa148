import type { NamedCondition } from '../conditions/describe-condition.ts'
import { describeCondition } from '../conditions/describe-condition.ts'
import type { ConditionFinding, Eligibility } from '../../engine/explain.ts'
import { instant } from '../../http/schema.ts'

/** Why somebody may be in no manifest, each reason to stand after their name; none for one who may. */
export function ineligibleBecause(
  { isEligible, isDeleted, state, parentState }: Eligibility,
  parentName: string | null,
): string[] {
  if (isEligible) return []
  const own = isDeleted ? ['is deleted'] : isPresent(state) ? [] : [`is ${state}`]
  if (parentName === null || isPresent(parentState ?? '')) return own
  return [...own, `belongs to ${parentName}, who is ${parentState ?? 'not known'}`]
}

function isPresent(state: string): boolean {
  return state === 'active' || state === 'expiring'
}

/** What would have to be so for a condition that is not met: `department is Sales`. */
export function wordsOfUnmet(
  { condition, saw }: ConditionFinding,
  named: NamedCondition,
  seesProfileValues: boolean,
): string {
  if (condition.type === 'identity' && !seesProfileValues)
    return 'a condition on profiles, which you may not see, were met'
  const words = describeCondition(named)
  if (saw.kind === 'attribute' && saw.holds === null)
    return `a rule in force decides for whom ${words}`
  if (saw.kind !== 'identities') return words
  if (saw.identities.length === 0) return `${words} (there is no account)`
  const isAbsent = saw.identities.every(({ values }) => values.length === 0)
  return isAbsent && condition.operator !== 'exists' ? `${words} (there is no value)` : words
}

/** What is said of a person in one line. Rules are told by their descriptions. */
export type Standing = {
  /** The stay, if they are in. */
  stay: { byGrace: boolean; until: Date | null; roleName: string; rule: string } | null
  /** The description of the first rule in force that they meet. */
  met: string | null
  reasons: readonly string[]
  wouldMatchIf: readonly string[]
  rulesetState: 'unmanaged' | 'monitored' | 'managed'
  /** Conditions move nobody into the ruleset or out of it. */
  isFrozen: boolean
}

export function whyInOneLine(standing: Standing): string {
  const { isFrozen, reasons } = standing
  const words = whyAsDecided(standing)
  return isFrozen && reasons.length === 0 ? `${words}; the ruleset is frozen` : words
}

function whyAsDecided({ stay, met, reasons, wouldMatchIf, rulesetState }: Standing): string {
  if (stay !== null) return whyIn(stay)
  if (rulesetState !== 'managed')
    return `is out: the ruleset is ${rulesetState}, so that no rule is in force`
  const because = reasons.join(' and ')
  if (met !== null)
    return because === '' ? `is about to be in: ${met}` : `qualifies (${met}), but ${because}`
  const miss =
    wouldMatchIf.length === 0
      ? 'is out: no rule is in force'
      : `would ${because === '' ? 'be in' : 'qualify'} if ${wouldMatchIf.join(' and ')}`
  return because === '' ? miss : `${because}; ${miss}`
}

function whyIn({ byGrace, until, roleName, rule }: NonNullable<Standing['stay']>): string {
  if (until === null) return `is in as ${roleName}: ${rule}`
  return byGrace
    ? `no longer qualifies (${rule}) and stays as ${roleName} until ${instant(until)}`
    : `is in as ${roleName} until the rule ends at ${instant(until)}: ${rule}`
}
