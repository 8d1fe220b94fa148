import { sql } from 'kysely'
import type { ServiceAdminRole } from '../../contract/states.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import type { SortField } from '../../http/list.ts'

export type LinkRow = {
  workspace_user_id: string
  expires_at: Date
  used_at: Date | null
  /** True while its person may act, and the token that made it has power. */
  is_active: boolean
  directory_user_id: string | null
  maker_token_id: string | null
  /** When the token that made it ends; null without one. */
  maker_expires_at: Date | null
}

/** The link of a code, by its hash; `lock` holds its row until the transaction ends. */
export async function findLink(
  db: Reader,
  hash: Buffer,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<LinkRow | undefined> {
  if (lock) await sql`select from sign_in_link where hash = ${hash} for update`.execute(db)
  const { rows } = await sql<LinkRow>`
    select l.workspace_user_id, l.expires_at, l.used_at, u.directory_user_id, l.maker_token_id,
      m.expires_at as maker_expires_at,
      (u.base_state = 'active' and (u.expires_at is null or u.expires_at > ${now})
        and m.revoked_at is null and (m.id is null or m.expires_at > ${now})) as is_active
    from sign_in_link l join workspace_user u on u.id = l.workspace_user_id
    left join token m on m.id = l.maker_token_id where l.hash = ${hash}`.execute(db)
  return rows[0]
}

export async function insertLink(
  tx: Transaction,
  link: {
    hash: Buffer
    workspace_user_id: string
    maker_token_id: string | null
    expires_at: Date
  },
): Promise<void> {
  await tx.insertInto('sign_in_link').values(link).execute()
}

export async function markLinkUsed(tx: Transaction, hash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('sign_in_link').set({ used_at: now }).where('hash', '=', hash).execute()
}

export type SessionRow = {
  id: string
  workspace_user_id: string
  user_agent: string | null
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const columns = [
  'id',
  'workspace_user_id',
  'user_agent',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const

export const sessionIdColumn = sql`id`
export const sessionSorts: Record<string, SortField> = {
  created_at: { key: 'created_at', expression: sql`created_at`, type: 'timestamptz' },
  expires_at: { key: 'expires_at', expression: sql`expires_at`, type: 'timestamptz' },
}

/** A person's sessions, those of some states where `states` names them. */
export function selectSessions(
  db: Reader,
  userId: string,
  states: readonly string[] | undefined,
  now: Date,
) {
  const query = db.selectFrom('session').select(columns).where('workspace_user_id', '=', userId)
  if (states === undefined) return query
  const state = sql`case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired' else 'active' end`
  return query.where(sql<boolean>`${state} = any (${[...states]}::text[])`)
}

export async function insertSession(
  tx: Transaction,
  session: {
    workspace_user_id: string
    maker_token_id: string | null
    hash: Buffer
    user_agent: string | null
    expires_at: Date
  },
): Promise<SessionRow> {
  return tx.insertInto('session').values(session).returning(columns).executeTakeFirstOrThrow()
}

/** Marks a person's sessions ended. Returns those that were active. */
export async function markSessionsRevoked(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<SessionRow[]> {
  return tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('workspace_user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .execute()
}

/** What a person's roles on single services are. */
export async function findServiceRoles(
  db: Reader,
  userId: string,
): Promise<{ serviceId: string; role: ServiceAdminRole }[]> {
  const { rows } = await sql<{ serviceId: string; role: ServiceAdminRole }>`
    select service_id as "serviceId", admin_role as role from service_admin
    where workspace_user_id = ${userId} order by service_id`.execute(db)
  return rows
}

/** Who has been an owner for the longest, of those who may act; undefined where there is none. */
export async function findFirstOwner(db: Reader, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from workspace_user u
    join workspace_user_role ur on ur.workspace_user_id = u.id
    join role r on r.id = ur.role_id and r.name = 'workspace.owner'
    where u.base_state = 'active' and (u.expires_at is null or u.expires_at > ${now})
    order by ur.created_at, u.id limit 1`.execute(db)
  return rows[0]?.id
}
