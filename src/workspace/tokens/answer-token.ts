import type { Static } from 'typebox'
import type { ReadContext } from '../../http/route.ts'
import { baseUrl } from '../../http/services.ts'
import type { TokenRow } from './queries.ts'
import { presentToken, type Token } from './schema.ts'

/** A token as it is answered alone, with its ETag: its version, and what moves without a change: its state and its last use. */
export function answerToken(context: ReadContext, row: TokenRow): Static<typeof Token> {
  const token = presentToken(row, context.now, baseUrl(context.services))
  context.etag(tokenVersion(row), `${token.state}-${row.last_used_at?.getTime() ?? 0}`)
  return token
}

/** What changes a token is its revocation alone. */
export function tokenVersion(row: TokenRow): number {
  return row.revoked_at === null ? 1 : 2
}
