import { sql, type RawBuilder } from 'kysely'
import type { Actor, Credential } from '../../access/caller.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import type { Reader, Transaction, RowOf } from '../../database/database.ts'
import { issuerName, issuerColumns } from './issuer.ts'

/** Whose token: the column that names the owner, and the owner's uuid. */
export type TokenOwner = { kind: 'service' | 'workspaceUser'; id: string }

export type UsedPermission = { permission: string; last_used_at: string }

/** Of a token, each with the instant of its last use, the last one first. */
export const usedPermissions = sql<UsedPermission[]>`coalesce((
  select jsonb_agg(jsonb_build_object('permission', u.permission, 'last_used_at', u.last_used_at) order by u.last_used_at desc, u.permission)
  from token_permission u where u.token_id = token.id), '[]')`.as('used_permissions')

const columns = [
  'id',
  'name',
  'workspace_user_id',
  'service_id',
  'parent_token_id',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_used_address',
  'revoked_at',
  'issuer_user_id',
  'issuer_service_id',
  issuerName('token'),
  // For a person who issued a token of a service: their state, their end, and their role there.
  sql<
    string | null
  >`(select u.base_state from workspace_user u where u.id = token.issuer_user_id)`.as(
    'issuer_base_state',
  ),
  sql<Date | null>`(select u.expires_at from workspace_user u where u.id = token.issuer_user_id)`.as(
    'issuer_expires_at',
  ),
  sql<ServiceAdminRole | null>`(select a.admin_role from service_admin a
    where a.service_id = token.service_id and a.workspace_user_id = token.issuer_user_id)`.as(
    'issuer_admin_role',
  ),
] as const

const ownerColumn = { service: 'service_id', workspaceUser: 'workspace_user_id' } as const

/** Tokens, to be filtered and ordered. */
export function selectTokens(db: Reader) {
  return db.selectFrom('token').select(columns)
}

export type TokenRow = RowOf<typeof selectTokens>

export function isOwnedBy({ kind, id }: TokenOwner): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(ownerColumn[kind])} = ${id}`
}

/** The caller, as the owner of tokens. */
export function ownerOf({ type, id }: Actor): TokenOwner {
  return { kind: type === 'user' ? 'workspaceUser' : 'service', id }
}

type HeldCredential = Pick<Credential, 'type' | 'id'> & { token: { id: string } | null }

/**
 * Locks a token or session until the transaction ends: its revocation waits, and then finds what was created with
 * it. Sessions come first, as in access/end-access.ts.
 */
export async function holdCredential(
  tx: Transaction,
  { type, id, token }: HeldCredential,
): Promise<void> {
  if (type === 'session') await sql`select from session where id = ${id} for share`.execute(tx)
  if (token !== null) await sql`select from token where id = ${token.id} for share`.execute(tx)
}

export type TokenInsert = {
  name: string
  hash: Buffer
  owner: TokenOwner
  parentTokenId: string | null
  issuer: Actor | null
  scopes: string[]
  expiresAt: Date
  isExchanged: boolean
}

export async function insertToken(tx: Transaction, token: TokenInsert): Promise<TokenRow> {
  return tx
    .insertInto('token')
    .values({
      name: token.name,
      hash: token.hash,
      [ownerColumn[token.owner.kind]]: token.owner.id,
      parent_token_id: token.parentTokenId,
      ...issuerColumns(token.issuer),
      scopes: token.scopes,
      expires_at: token.expiresAt,
      is_exchanged: token.isExchanged,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}
