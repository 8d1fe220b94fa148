import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import type { ReadContext } from '../../http/route/route.ts'
import type { TokenRow } from './queries.ts'
import { presentToken, type Token } from './schema.ts'

/**
 * The answer of a single token, with its ETag: its version, and what changes without an update: its state, its last
 * use, and its issuer.
 */
export function answerToken(context: ReadContext, row: TokenRow): Static<typeof Token> {
  const token = presentToken(row, context)
  const { state, issued_by, timestamp } = token
  const shown = JSON.stringify([state, issued_by, timestamp.last_used_at])
  context.etag(tokenVersion(row), hash('md5', shown).slice(0, 16))
  return token
}

/** A token changes only by its revocation. */
export function tokenVersion(row: TokenRow): number {
  return row.revoked_at === null ? 1 : 2
}
