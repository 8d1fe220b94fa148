import { revokeToken } from '../../access/end-access.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { sql } from 'kysely'
import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { credentialState } from '../../access/credential-state.ts'
import { anyOf, textsFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList, type ListContext } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import type { ReadContext, WriteContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import {
  isOwnedBy,
  selectTokens,
  usedPermissions,
  type TokenOwner,
  type TokenRow,
  type UsedPermission,
} from './queries.ts'
import { presentToken, Token, tokenStates, type DescribedToken } from './schema.ts'

const list = declareList({
  item: Token,
  // They need no index: an owner has few tokens.
  filters: {
    state: by.word(tokenStates, credentialState),
    scope: {
      schema: textsFilter('scopes, to the letter: tokens with any of them'),
      requires(query, name) {
        const scopes = anyOf(query[`filter[${name}]`])
        return scopes && sql<boolean>`scopes && ${scopes}::text[]`
      },
    },
    name: by.name(sql`name`),
    name_search: by.search(sql`search_key(name)`),
    ...by.instants({
      created: sql`created_at`,
      expires: sql`expires_at`,
      last_used: sql`last_used_at`,
      revoked: sql`revoked_at`,
    }),
  },
  sorts: sortFields({
    name: ['text', sql`name`],
    created_at: ['timestamptz', sql`created_at`],
    expires_at: ['timestamptz', sql`expires_at`],
  }),
  defaultSort: 'name',
  id: sql`id`,
  rows: ({ db }) => selectTokens(db),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`name`]),
  present: presentToken,
})

/** What a list of tokens takes and answers. */
export const { query: tokenQuery, response: TokenList } = list

/** One page of the owner's tokens. */
export function tokenPage(context: ListContext, owner: TokenOwner) {
  return list.page(context, isOwnedBy(owner))
}

type TokenPath = { params: { token: string } }
type DescribedRow = TokenRow & { used_permissions: UsedPermission[] }

/** The owner's token that the path names, revoked or not; 404 where there is none. */
export async function requireToken(
  { db, params }: Pick<ReadContext, 'db'> & TokenPath,
  owner: TokenOwner,
): Promise<DescribedRow> {
  const token = await selectTokens(db)
    .select(usedPermissions)
    .where('id', '=', params.token)
    .where(isOwnedBy(owner))
    .executeTakeFirst()
  if (token === undefined) throw noSuch('token', params.token)
  return token
}

/**
 * The answer of a single token, with its ETag: its version, and what changes without an update: its state, its last
 * use, and its issuer.
 */
export function answerToken(
  context: ReadContext,
  row: DescribedRow,
): Static<typeof DescribedToken> {
  const token = presentToken(row, context)
  const { state, issued_by, timestamp } = token
  const used_permissions = row.used_permissions.map(({ permission, last_used_at }) => ({
    permission,
    last_used_at: instant(new Date(last_used_at)),
  }))
  const shown = JSON.stringify([state, issued_by, used_permissions, timestamp.last_used_at])
  context.etag(tokenVersion(row), hash('md5', shown).slice(0, 16))
  return { ...token, used_permissions }
}

/** A token changes only by its revocation. */
function tokenVersion(row: TokenRow): number {
  return row.revoked_at === null ? 1 : 2
}

/** Revokes a token; 412 if it is not as it was seen. */
export async function revokeSeen(context: WriteContext, token: TokenRow): Promise<void> {
  context.requireVersion(tokenVersion(token))
  await revokeToken(context.tx, token.id, context)
}
