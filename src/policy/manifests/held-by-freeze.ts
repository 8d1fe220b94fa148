import type { Instant } from '../../engine/model.ts'

/**
 * Whether a stay in a frozen manifest stands as it is: for as long as the person may have anything, and until an end that
 * an administrator has given to its rule. Grace ends because of conditions, so that it lasts while the ruleset is frozen.
 */
export function isHeldByFreeze(
  stay: { expiresBy: 'grace' | 'rule' | null; expiresAt: Instant | null },
  eligible: boolean,
  now: Instant,
): boolean {
  const isOver = stay.expiresBy === 'rule' && stay.expiresAt !== null && stay.expiresAt <= now
  return eligible && !isOver
}
