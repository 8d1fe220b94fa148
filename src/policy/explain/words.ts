import type { NamedCondition } from '../stored-rules/describe-condition.ts'
import { describeCondition } from '../stored-rules/describe-condition.ts'
import type { Eligibility } from '../../engine/explain.ts'
import type { SeenAttribute, ConditionFinding } from '../../engine/rule-finding.ts'
import { clip } from '../../contract/text.ts'
import { instant } from '../../http/shapes/schema.ts'

/** Characters of the one line. */
export const maximumLength = 4000

/** The reasons why a person is ineligible, each a phrase to follow their name; empty for an eligible person. `day`: by which day (wordsOfDay). */
export function ineligibleBecause(
  { isEligible, isDeleted, state, parentState }: Eligibility,
  parentName: string | null,
  day = '',
): string[] {
  if (isEligible) return []
  const own = isDeleted ? ['is deleted'] : isPresent(state) ? [] : [`is ${state}${day}`]
  if (parentName === null || isPresent(parentState ?? '')) return own
  return [...own, `belongs to ${parentName}, who is ${parentState ?? 'not known'}`]
}

function isPresent(state: string): boolean {
  return state === 'active' || state === 'expiring'
}

/**
 * What an unmet condition needs: `department is Sales`. `isActive` is false where it names a deactivated attribute.
 */
export function wordsOfUnmet(
  { condition, saw }: ConditionFinding,
  { named, isActive }: { named: NamedCondition; isActive: boolean },
  seesProfileValues: boolean,
): string {
  if (condition.type === 'identity' && !seesProfileValues)
    return 'a condition on profiles, which you may not see, were met'
  const words = describeCondition(named)
  if (!isActive) return `${words} (an attribute that is deactivated)`
  if (saw.kind === 'self' && saw.isAway && condition.operator !== 'not_equals')
    return `${words} (it rests while they are away)`
  if (saw.kind === 'attribute')
    return condition.type === 'entitled_to' && saw.holds === null
      ? `a rule in force said who ${words}`
      : wordsOfAttribute(saw, words)
  if (saw.kind !== 'identities') return words
  if (saw.identities.length === 0) return `${words} (there is no account)`
  if (saw.identities.every(({ isIgnored }) => isIgnored))
    return `${words} (their account there is deactivated)`
  if (condition.type === 'identity' && condition.orAbsent === true) return words
  const isAbsent = saw.identities.every(({ values }) => values.length === 0)
  return isAbsent && condition.operator !== 'exists' ? `${words} (there is no value)` : words
}

function wordsOfAttribute(saw: SeenAttribute, words: string): string {
  const { holds, deactivated } = saw
  if (holds === false && deactivated.length > 0)
    return `${words} (their account there is deactivated)`
  return holds === null ? `a rule in force decides for which people ${words}` : words
}

/** What one line says about a person. Rules are named by their descriptions. */
export type Standing = {
  /** The stay, if they are in. */
  stay: { byGrace: boolean; until: Date | null; roleName: string; rule: string } | null
  /** The description of the first rule in force whose conditions they meet. */
  met: string | null
  isDeleted: boolean
  reasons: readonly string[]
  /** What the nearest rule lacks; none where no rule in force can admit them. */
  wouldMatchIf: readonly string[]
  hasRuleInForce: boolean
  rulesetState: 'unmanaged' | 'monitored' | 'managed'
}

export function whyInOneLine(standing: Standing): string {
  const { stay, met } = standing
  const words = stay === null ? whyOut(standing) : whyIn(stay, met !== null)
  return clip(words, maximumLength - 1)
}

function whyOut({ met, isDeleted, reasons, rulesetState, ...standing }: Standing): string {
  if (rulesetState !== 'managed')
    return `is out: the ruleset is ${rulesetState}, so that no rule is in force`
  const because = reasons.join(' and ')
  if (met !== null) {
    if (because === '') return `is about to be in: ${met}`
    return `${isDeleted ? 'would qualify' : 'qualifies'} (${met}), but ${because}`
  }
  const miss = whyMissed(standing, because === '' ? 'be in' : 'qualify')
  return because === '' ? miss : `${because}; ${miss}`
}

function whyMissed(
  { wouldMatchIf, hasRuleInForce }: Pick<Standing, 'wouldMatchIf' | 'hasRuleInForce'>,
  verb: string,
): string {
  if (!hasRuleInForce) return 'is out: no rule is in force'
  if (wouldMatchIf.length === 0) return 'is out: no rule in force can admit them'
  return `would ${verb} if ${wouldMatchIf.join(' and ')}`
}

function whyIn(
  { until, byGrace, roleName, rule }: NonNullable<Standing['stay']>,
  qualifies: boolean,
): string {
  const end = until === null ? '' : ` until ${instant(until)}`
  if (byGrace || !qualifies) return `no longer qualifies (${rule}) and stays as ${roleName}${end}`
  return until === null
    ? `is in as ${roleName}: ${rule}`
    : `is in as ${roleName} until the rule ends at ${instant(until)}: ${rule}`
}
