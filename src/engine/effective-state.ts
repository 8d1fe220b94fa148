import type { Instant, Person } from './model.ts'

export type PersonState = 'staged' | 'active' | 'expiring' | 'expired' | 'suspended' | 'deactivated'

/** The facts that a person's state and eligibility come from. */
export type StateFacts = Pick<Person, 'baseState' | 'expiresAt' | 'deletedAt' | 'parentId'>

/** The state that a person shows at `now`. A deleted person is deactivated. */
export function effectiveState(person: StateFacts, now: Instant): PersonState {
  const { baseState, expiresAt, deletedAt } = person
  if (baseState === 'deactivated' || deletedAt !== null) return 'deactivated'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  if (baseState === 'staged' || baseState === 'suspended') return baseState
  return expiresAt === null ? 'active' : 'expiring'
}

/**
 * Whether the person may be in manifests at `now`: active or expiring, and so is the parent of a secondary
 * user. `parent` is null for a person without one; a secondary user whose parent is unknown is not eligible.
 */
export function isEligible(person: StateFacts, parent: StateFacts | null, now: Instant): boolean {
  if (!isPresent(person, now)) return false
  return person.parentId === null || (parent !== null && isPresent(parent, now))
}

/** Whether the person is expired, deactivated or deleted: rules that name them by a positive `user` condition rest. */
export function isAway(person: StateFacts, now: Instant): boolean {
  const state = effectiveState(person, now)
  return state === 'expired' || state === 'deactivated'
}

function isPresent(person: StateFacts, now: Instant): boolean {
  const state = effectiveState(person, now)
  return state === 'active' || state === 'expiring'
}
