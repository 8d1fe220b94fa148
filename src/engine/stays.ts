import type { Instant } from './model.ts'

/** The rule that a stay is held by, as it is now. */
export interface HoldingRule {
  id: string
  inForce: boolean
  /** When a deprecated rule ends; null for one that no end is set for. */
  endsAt: Instant | null
  /** Effective days, as `graceOfRule` says. */
  graceDays: number
}

/** One person's unbroken stay in one manifest; `graceUntil` is null for one who is there by right. */
export interface Stay {
  rule: HoldingRule
  graceUntil: Instant | null
}

/** What is so now of the person in that ruleset. `admittingRuleId` is the first rule in force they qualify for. */
export interface Standing {
  eligible: boolean
  admittingRuleId: string | null
}

/** What becomes of a stay. `move` is into a rule by right: it ends a grace, also one under the same rule. */
export type Step =
  | { kind: 'none' }
  | { kind: 'enter'; ruleId: string }
  | { kind: 'stay' }
  | { kind: 'move'; ruleId: string }
  | { kind: 'start_grace'; until: Instant }
  | { kind: 'leave' }

const dayMs = 86_400_000

/** The one step that a person's place in one ruleset takes at `now`; taking it again then changes nothing. */
export function nextStep(stay: Stay | null, standing: Standing, now: Instant): Step {
  const ruleId = standing.eligible ? standing.admittingRuleId : null
  if (stay === null) return ruleId === null ? { kind: 'none' } : { kind: 'enter', ruleId }
  if (!standing.eligible) return { kind: 'leave' }
  if (ruleId === null) return withoutRule(stay, now)
  if (ruleId === stay.rule.id && stay.graceUntil === null) return { kind: 'stay' }
  return { kind: 'move', ruleId }
}

/**
 * No rule admits the person: grace, but never beyond the end of the rule that gives it. A rule that has
 * ended gives none: deprecating it was the grace, and deactivating it means now.
 */
function withoutRule({ rule, graceUntil }: Stay, now: Instant): Step {
  if (!rule.inForce) return { kind: 'leave' }
  const until = earlier(graceUntil ?? now + rule.graceDays * dayMs, rule.endsAt)
  if (until <= now) return { kind: 'leave' }
  return graceUntil === null ? { kind: 'start_grace', until } : { kind: 'stay' }
}

/** What a policy user shows: expiring during grace and under a deprecated rule, until the earlier end. */
export type StayState =
  | { state: 'active'; expiresAt: null }
  | { state: 'expiring'; expiresAt: Instant }

/** The state that a stay shows. */
export function stayState(
  rule: Pick<HoldingRule, 'endsAt'>,
  graceUntil: Instant | null,
): StayState {
  if (graceUntil !== null) return { state: 'expiring', expiresAt: earlier(graceUntil, rule.endsAt) }
  if (rule.endsAt !== null) return { state: 'expiring', expiresAt: rule.endsAt }
  return { state: 'active', expiresAt: null }
}

function earlier(instant: Instant, other: Instant | null): Instant {
  return other === null ? instant : Math.min(instant, other)
}
