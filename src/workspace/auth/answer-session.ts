import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import type { ReadContext } from '../../http/route/route.ts'
import type { SessionRow } from './queries.ts'
import { presentSession, type Session } from './schema.ts'

/** The answer of a single session, with its ETag: its version, and what changes without an update. */
export function answerSession(context: ReadContext, row: SessionRow): Static<typeof Session> {
  const session = presentSession(row, context)
  const { state, is_current, opened_by, timestamp } = session
  const shown = JSON.stringify([state, is_current, opened_by, timestamp.last_used_at])
  context.etag(sessionVersion(row), hash('md5', shown).slice(0, 16))
  return session
}

/** Only its end changes a session. */
export function sessionVersion(row: SessionRow): number {
  return row.revoked_at === null ? 1 : 2
}
