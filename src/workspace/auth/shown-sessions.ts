import { noSuch } from '../../http/refusals/problem.ts'
import { sql } from 'kysely'
import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { sessionEnd } from '../../access/caller.ts'
import { credentialState } from '../../access/credential-state.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList, type ListContext } from '../../http/lists/list.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { sortFields } from '../../http/lists/page.ts'
import { selectSessions, type SessionRow } from './queries.ts'
import { presentSession, Session, sessionStates } from './schema.ts'

const end = sessionEnd(sql`session`)

const list = declareList({
  item: Session,
  filters: {
    state: by.word(sessionStates, (now) => credentialState(now, end)),
    ...by.instants({
      created: sql`created_at`,
      expires: end,
      last_used: sql`last_used_at`,
      revoked: sql`revoked_at`,
    }),
  },
  sorts: sortFields({
    created_at: ['timestamptz', sql`created_at`],
    expires_at: ['timestamptz', end],
  }),
  defaultSort: '-created_at',
  id: sql`id`,
  rows: ({ db }) => selectSessions(db),
  present: presentSession,
})

/** What a list of sessions takes and answers. */
export const { query: sessionQuery, response: SessionList } = list

/** One page of a person's sessions. `userId`: a uuid. */
export function sessionPage(context: ListContext, userId: string) {
  return list.page(context, sql`workspace_user_id = ${userId}`)
}

type SessionPath = { params: { session: string } }

/** The person's session that the path names, ended or not; 404 where there is none. */
export async function requireSession(
  { db, params }: Pick<ReadContext, 'db'> & SessionPath,
  userId: string,
): Promise<SessionRow> {
  const session = await selectSessions(db)
    .where('id', '=', params.session)
    .where('workspace_user_id', '=', userId)
    .executeTakeFirst()
  if (session === undefined) throw noSuch('session', params.session)
  return session
}

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
