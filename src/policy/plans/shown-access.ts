import type { Static } from 'typebox'
import { instant, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import type { StayAccess } from './effect.ts'

/** What a person has by a stay, as it is answered. */
export const ShownAccess = Shape({
  role: Text(63, { examples: ['member'] }),
  state: OneOf(['active', 'expiring']),
  expires_at: Nullable(Instant),
})
export type ShownAccess = Static<typeof ShownAccess>

export function presentAccess(access: StayAccess | null): ShownAccess | null {
  if (access === null) return null
  const { role, state, expiresAt } = access
  return { role, state, expires_at: expiresAt === null ? null : instant(new Date(expiresAt)) }
}
