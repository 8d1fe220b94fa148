import type { RulesetValues } from './write-rulesets.ts'

export type RulesetState = RulesetValues['state']

/** From each state, where one step leads. */
export const nextStates: Record<RulesetState, readonly RulesetState[]> = {
  unmanaged: ['monitored'],
  monitored: ['unmanaged', 'managed'],
  managed: ['monitored'],
}

/** The way from one state to another, a step at a time. */
export function stepsBetween(from: RulesetState, to: RulesetState): RulesetState[] {
  if (from === to) return []
  if (nextStates[from].includes(to)) return [to]
  return nextStates[from].flatMap((next) => (nextStates[next].includes(to) ? [next, to] : []))
}
