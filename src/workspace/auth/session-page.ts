import { sql } from 'kysely'
import { sessionEnd } from '../../access/caller.ts'
import { credentialState } from '../../access/credential-state.ts'
import { whereAll } from '../../http/lists/filters.ts'
import { byInstant, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { listPage, listQuery } from '../../http/lists/list.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { selectSessions, sessionSorts } from './queries.ts'
import { presentSession, sessionStates } from './schema.ts'

const end = sessionEnd(sql`session`)
const filters = listFilters({
  state: byWord(sessionStates, (now) => credentialState(now, end)),
  ...byInstant({
    created: sql`created_at`,
    expires: end,
    last_used: sql`last_used_at`,
    revoked: sql`revoked_at`,
  }),
})

/** What a list of sessions takes. */
export const sessionListQuery = listQuery(filters.schemas, sessionSorts)

/** One page of a person's sessions. `userId`: a uuid. */
export function sessionPage(context: ReadContext, userId: string) {
  const sessions = whereAll(selectSessions(context.db, userId), filters.conditions(context))
  return listPage(context, sessions, {
    sorts: sessionSorts,
    defaultSort: '-created_at',
    id: sql`id`,
    present: (row) => presentSession(row, context),
  })
}
