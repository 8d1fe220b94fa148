import { sql, type RawBuilder } from 'kysely'
import { serviceMayAct, sessionEnd, type Actor } from '../../access/caller.ts'
import type { Reader, Transaction, RowOf } from '../../database/database.ts'
import { issuerName } from '../tokens/issuer.ts'

export type LinkRow = {
  workspace_user_id: string
  expires_at: Date
  used_at: Date | null
  /** True while its person may act, and the token that made it has power. */
  is_active: boolean
  /** True while none of the rows that determine the person's rights has changed. */
  is_unchanged: boolean
  directory_user_id: string | null
  maker_token_id: string | null
  /** The issuer; both null for the command line. */
  issuer_user_id: string | null
  issuer_service_id: string | null
  /** When the token that made it ends; null without one. */
  maker_expires_at: Date | null
}

/**
 * A digest of the versions of all rows that determine a person's (`u`) rights: their own row and roles, their roles
 * on services with the permissions of those services, and their roles on rulesets. It changes with each of them,
 * even if the resulting rights are the same.
 */
const rightsDigest: RawBuilder<Buffer> = sql<Buffer>`sha256(convert_to(concat_ws(' ', u.version,
  coalesce((select string_agg(r.id || '.' || r.version, ' ' order by r.id)
    from workspace_user_role ur join role r on r.id = ur.role_id where ur.workspace_user_id = u.id), '-'),
  coalesce((select string_agg(a.id || '.' || a.version || '.' || s.version, ' ' order by a.id)
    from service_admin a join service s on s.id = a.service_id where a.workspace_user_id = u.id), '-'),
  coalesce((select string_agg(a.id || '.' || a.version, ' ' order by a.id)
    from ruleset_admin a where a.workspace_user_id = u.id), '-')), 'UTF8'))`

/**
 * The digest of rights that a link for this person is bound to. Read before the rights are checked, so that later
 * changes invalidate the link.
 */
export async function findRights(db: Reader, userId: string): Promise<Buffer> {
  const { rows } = await sql<{ rights: Buffer }>`
    select ${rightsDigest} as rights from workspace_user u where u.id = ${userId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`the workspace user ${userId} is not there`)
  return row.rights
}

/**
 * Locks the issuer of a link until the transaction ends: a later deactivation waits, and then finds the link; an
 * earlier one comes first, and then they have no power.
 */
export async function holdIssuer(tx: Transaction, { type, id }: Actor): Promise<void> {
  const table = type === 'user' ? 'workspace_user' : 'service'
  await sql`select from ${sql.table(table)} where id = ${id} for share`.execute(tx)
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
      l.issuer_user_id, l.issuer_service_id,
      m.expires_at as maker_expires_at,
      (u.base_state = 'active' and (u.expires_at is null or u.expires_at > ${now})
        and (iu.expires_at is null or iu.expires_at > ${now}) and (si.id is null or ${serviceMayAct('si', now)})
        and m.revoked_at is null and (m.id is null or m.expires_at > ${now} and (${serviceMayAct('ms', now)}
          or mu.base_state = 'active' and (mu.expires_at is null or mu.expires_at > ${now})))) as is_active,
      l.rights = ${rightsDigest} as is_unchanged
    from sign_in_link l join workspace_user u on u.id = l.workspace_user_id
    left join token m on m.id = l.maker_token_id
    left join workspace_user mu on mu.id = m.workspace_user_id left join service ms on ms.id = m.service_id
    left join workspace_user iu on iu.id = l.issuer_user_id left join service si on si.id = l.issuer_service_id
    where l.hash = ${hash}`.execute(db)
  return rows[0]
}

export async function insertLink(
  tx: Transaction,
  link: {
    hash: Buffer
    workspace_user_id: string
    maker_token_id: string | null
    issuer_user_id: string | null
    issuer_service_id: string | null
    rights: Buffer
    expires_at: Date
  },
): Promise<void> {
  await tx.insertInto('sign_in_link').values(link).execute()
}

export async function markLinkUsed(tx: Transaction, hash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('sign_in_link').set({ used_at: now }).where('hash', '=', hash).execute()
}

const columns = [
  'id',
  'workspace_user_id',
  'user_agent',
  'created_at',
  'last_used_at',
  'revoked_at',
  'issuer_user_id',
  'issuer_service_id',
  issuerName('session'),
  sessionEnd(sql`session`).as('expires_at'),
] as const

export function selectSessions(db: Reader) {
  return db.selectFrom('session').select(columns)
}

export type SessionRow = RowOf<typeof selectSessions>

/** The links that sign people in. */
export function selectLinks(db: Reader) {
  return db
    .selectFrom('sign_in_link')
    .select(['id', 'workspace_user_id', 'created_at', 'expires_at', 'used_at'])
    .select(['issuer_user_id', 'issuer_service_id', issuerName('sign_in_link')])
}

export type StoredLink = RowOf<typeof selectLinks>

export function linkState(now: Date): RawBuilder<string> {
  return sql<string>`case when used_at is not null then 'used' when expires_at <= ${now} then 'expired' else 'active' end`
}

export async function insertSession(
  tx: Transaction,
  session: {
    workspace_user_id: string
    maker_token_id: string | null
    issuer_user_id: string | null
    issuer_service_id: string | null
    hash: Buffer
    user_agent: string | null
    expires_at: Date
    signed_in_at: Date | null
    idle_seconds: number
  },
): Promise<{ id: string; expires_at: Date }> {
  return tx
    .insertInto('session')
    .values(session)
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
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
