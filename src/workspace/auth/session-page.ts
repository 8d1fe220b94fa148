import { sql } from 'kysely'
import { credentialState } from '../../access/credential-state.ts'
import {
  anyOf,
  anyOfFilter,
  between,
  instantFilters,
  isAnyOf,
  whereAll,
} from '../../http/filters.ts'
import { listPage, listQuery } from '../../http/list.ts'
import type { ParamKinds, ReadContext } from '../../http/route.ts'
import { selectSessions, sessionSorts } from './queries.ts'
import { presentSession, sessionStates } from './schema.ts'

/** What a list of sessions takes. */
export const sessionListQuery = listQuery(
  {
    state: anyOfFilter(sessionStates),
    ...instantFilters('created', 'expires', 'last_used', 'revoked'),
  },
  sessionSorts,
)

/** One page of a person's sessions. `userId`: a uuid. */
export function sessionPage(
  context: ReadContext<ParamKinds, Record<string, unknown>>,
  userId: string,
) {
  const { db, query, now } = context
  const states = anyOf(query['filter[state]'])
  const sessions = whereAll(selectSessions(db, userId), [
    states && isAnyOf(credentialState(now), states),
    ...between(query, {
      created: sql`created_at`,
      expires: sql`expires_at`,
      last_used: sql`last_used_at`,
      revoked: sql`revoked_at`,
    }),
  ])
  return listPage(context, sessions, {
    sorts: sessionSorts,
    defaultSort: '-created_at',
    id: sql`id`,
    present: (row) => presentSession(row, context),
  })
}
