import { dayMilliseconds } from '../contract/time.ts'
import type { Instant } from './model.ts'

/** The rule that a stay is held by, as it is now. */
export interface HoldingRule {
  id: string
  inForce: boolean
  /** When a deprecated rule ends; null for one that no end is set for. */
  endsAt: Instant | null
  /** Effective days, as `graceOfRule` says. */
  graceDays: number
  /** Of a rule that has ended: the rule in force with the same role that replaced it, if there is one. */
  successor: Omit<HoldingRule, 'successor'> | null
}

/** When a person's grace began and when it ends. */
export interface GracePeriod {
  since: Instant
  until: Instant
}

/** One person's unbroken stay in one manifest; `grace` is null while a rule admits the person. */
export interface Stay {
  rule: HoldingRule
  grace: GracePeriod | null
}

/** What is so now of the person in that ruleset. `admittingRuleId` is the first rule in force they qualify for. */
export interface Standing {
  eligible: boolean
  admittingRuleId: string | null
}

/**
 * The next step of a stay. `move` is into a rule that admits the person: it ends a grace, also one under the same
 * rule. `keep_grace` continues the grace under the rule that replaced the one that gave it.
 */
export type Step =
  | { kind: 'none' }
  | { kind: 'enter'; ruleId: string }
  | { kind: 'stay' }
  | { kind: 'move'; ruleId: string }
  | { kind: 'start_grace'; grace: GracePeriod }
  | { kind: 'keep_grace'; ruleId: string; grace: GracePeriod }
  | { kind: 'leave' }

/** The one step that a person's place in one ruleset takes at `now`; taking it again then changes nothing. */
export function nextStep(stay: Stay | null, standing: Standing, now: Instant): Step {
  const ruleId = standing.eligible ? standing.admittingRuleId : null
  if (stay === null) return ruleId === null ? { kind: 'none' } : { kind: 'enter', ruleId }
  if (!standing.eligible) return { kind: 'leave' }
  if (ruleId === null) return withoutRule(stay, now)
  if (ruleId === stay.rule.id && stay.grace === null) return { kind: 'stay' }
  return { kind: 'move', ruleId }
}

/**
 * No rule admits the person: grace, but never beyond the end of the rule that gives it. A rule that has ended gives
 * none (deprecating it was the grace, and deactivating it ends stays at once), but a grace that it gave continues
 * under the rule that replaced it.
 */
function withoutRule({ rule, grace }: Stay, now: Instant): Step {
  if (!rule.inForce) return grace === null ? { kind: 'leave' } : underSuccessor(rule, grace, now)
  const until = earlier(grace?.until ?? now + rule.graceDays * dayMilliseconds, rule.endsAt)
  if (until <= now) return { kind: 'leave' }
  return grace === null ? { kind: 'start_grace', grace: { since: now, until } } : { kind: 'stay' }
}

/** Until the date that the person had, or the sooner one that the successor would have given from the start. */
function underSuccessor(
  { successor }: HoldingRule,
  { since, until: had }: GracePeriod,
  now: Instant,
): Step {
  if (successor === null) return { kind: 'leave' }
  const until = earlier(
    Math.min(had, since + successor.graceDays * dayMilliseconds),
    successor.endsAt,
  )
  if (until <= now) return { kind: 'leave' }
  return { kind: 'keep_grace', ruleId: successor.id, grace: { since, until } }
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
