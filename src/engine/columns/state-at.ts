import { effectiveState, type PersonState } from '../effective-state.ts'
import type { Instant } from '../model.ts'
import { hasBit } from './bitmap.ts'
import { baseStates, type PeopleFacts } from './people-facts.ts'

/** As `isAway`, of a person by index. */
export function isAwayAt(facts: PeopleFacts, index: number, now: Instant): boolean {
  const state = stateAt(facts, index, now)
  return state === 'expired' || state === 'deactivated'
}

/** The effective state of a person by index; deactivated where they are deleted or not known. */
export function stateAt(facts: PeopleFacts, index: number, now: Instant): PersonState {
  const end = facts.expiresAt[index] ?? Infinity
  return effectiveState(
    {
      baseState: baseStates[facts.baseStates[index] ?? 0] ?? 'deactivated',
      expiresAt: end === Infinity ? null : end,
      deletedAt: hasBit(facts.alive, index) ? null : 0,
      parentId: null,
    },
    now,
  )
}
