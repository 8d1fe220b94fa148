import { sql } from 'kysely'
import { credentialState } from '../../access/credential-state.ts'
import { anyOf, textsFilter, whereAll } from '../../http/lists/filters.ts'
import { byInstant, byName, bySearch, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { listPage, listQuery } from '../../http/lists/list.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import type { ParamKinds, ReadContext } from '../../http/route/route.ts'
import { selectTokens, tokenIdColumn, tokenSorts, type TokenOwner } from './queries.ts'
import { presentToken, tokenStates } from './schema.ts'

// They need no index: an owner has few tokens.
const filters = listFilters({
  state: byWord(tokenStates, credentialState),
  scope: {
    schema: textsFilter('scopes, to the letter: tokens with any of them'),
    requires(query, name) {
      const scopes = anyOf(query[`filter[${name}]`])
      return scopes && sql<boolean>`scopes && ${scopes}::text[]`
    },
  },
  name: byName(sql`name`),
  name_search: bySearch(sql`search_key(name)`),
  ...byInstant({
    created: sql`created_at`,
    expires: sql`expires_at`,
    last_used: sql`last_used_at`,
    revoked: sql`revoked_at`,
  }),
})

/** What a list of tokens takes. */
export const tokenListQuery = listQuery(filters.schemas, tokenSorts)

/** One page of the owner's tokens. */
export function tokenPage(
  context: ReadContext<ParamKinds, Record<string, unknown>>,
  owner: TokenOwner,
) {
  const { db, query } = context
  return listPage(context, whereAll(selectTokens(db, owner), filters.conditions(context)), {
    sorts: tokenSorts,
    defaultSort: 'name',
    id: tokenIdColumn,
    found: exactFirst(query, 'name_search', [sql`name`]),
    present: (row) => presentToken(row, context),
  })
}
