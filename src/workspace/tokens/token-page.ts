import { sql } from 'kysely'
import { credentialState } from '../../access/credential-state.ts'
import {
  anyOf,
  anyOfFilter,
  between,
  type Conditions,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searched,
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { listPage, listQuery } from '../../http/list.ts'
import { exactFirst } from '../../http/ranked-rows.ts'
import type { ParamKinds, ReadContext } from '../../http/route.ts'
import { selectTokens, tokenIdColumn, tokenSorts, type TokenOwner } from './queries.ts'
import { presentToken, tokenStates } from './schema.ts'

/** What a list of tokens takes. */
export const tokenListQuery = listQuery(
  {
    state: anyOfFilter(tokenStates),
    scope: textsFilter('scopes, to the letter: tokens with any of them'),
    name: namesFilter,
    name_search: searchFilter,
    ...instantFilters('created', 'expires', 'last_used', 'revoked'),
  },
  tokenSorts,
)

/** One page of the owner's tokens. */
export function tokenPage(
  context: ReadContext<ParamKinds, Record<string, unknown>>,
  owner: TokenOwner,
) {
  const { db, query, now } = context
  return listPage(context, whereAll(selectTokens(db, owner), conditions(query, now)), {
    sorts: tokenSorts,
    defaultSort: 'name',
    id: tokenIdColumn,
    found: exactFirst(query, 'name_search', [sql`name`]),
    present: (row) => presentToken(row, context),
  })
}

/** They need no index: an owner has few tokens. */
function conditions(query: Record<string, unknown>, now: Date): Conditions {
  const states = anyOf(query['filter[state]'])
  const scopes = anyOf(query['filter[scope]'])
  return [
    states && isAnyOf(credentialState(now), states),
    scopes && sql<boolean>`scopes && ${scopes}::text[]`,
    isNamed(query, sql`name`),
    searched(query, 'name_search', sql`search_key(name)`),
    ...between(query, {
      created: sql`created_at`,
      expires: sql`expires_at`,
      last_used: sql`last_used_at`,
      revoked: sql`revoked_at`,
    }),
  ]
}
