import type { Static } from 'typebox'
import { instant, Instant, Nullable, OneOf, Shape, Text } from '../../http/schema.ts'
import type { Held } from './effect.ts'

/** What a person has by a stay, as it is answered. */
export const HeldAccess = Shape({
  role: Text(63, { examples: ['member'] }),
  state: OneOf(['active', 'expiring']),
  expires_at: Nullable(Instant),
})
export type HeldAccess = Static<typeof HeldAccess>

export function presentHeld(held: Held | null): HeldAccess | null {
  if (held === null) return null
  const { role, state, expiresAt } = held
  return { role, state, expires_at: expiresAt === null ? null : instant(new Date(expiresAt)) }
}
