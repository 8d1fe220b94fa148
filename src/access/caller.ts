import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../database/database.ts'
import { networksOf, type Networks } from './networks.ts'
import { presentRights, rightsColumns, type Rights, type RightsRow } from './rights.ts'
import { hashToken, isSessionSecret, isTokenSecret } from './token-secret.ts'

/** What a caller shows: a token in a header, or the session of a browser in its cookie. `id` is a uuid. */
export type Credential = {
  type: 'token' | 'session'
  id: string
  expiresAt: Date
  /** The parent of the tokens that this credential makes: itself, or the one that opened the session, if any. */
  token: { id: string; expiresAt: Date } | null
  /** When the person of a session last proved who they are; null for a token, and if the issuer did not say. */
  signedInAt: Date | null
}

/** A person or a service, by uuid. */
export type Actor = { type: 'user' | 'service'; id: string }

/** The caller and what they may do now: the credential's scopes ∩ what its owner may do. Ids are uuids. */
export type Caller = Rights & {
  type: 'user' | 'service'
  /** The workspace user or the service whose credential it is. */
  id: string
  credential: Credential
  /** The issuer of what the caller creates: the caller, or the person who signed in as them with a link. */
  issuer: Actor
  /** When it has no power any more: with the credential, or with its owner or issuer if they end sooner. */
  endsAt: Date
  /** When they lose a right by the clock; null where nothing of theirs has an end. */
  changesAt: Date | null
  /** For a service that has them: the networks that its tokens may be used from. */
  networks: Networks | null
  scopes: readonly string[]
  /** The roles that a person holds, by name. */
  roles: readonly string[]
}

export type CallerRow = RightsRow & {
  credential_id: string
  scopes: string[]
  expires_at: Date
  signed_in_at: Date | null
  maker_token_id: string | null
  maker_expires_at: Date | null
  owner_expires_at: Date | null
  allowed_networks: string[] | null
  role_expires_at?: Date | null
  workspace_user_id: string | null
  service_id: string | null
  issuer_user_id: string | null
  issuer_service_id: string | null
  roles: string[] | null
}

/**
 * The columns and joins that answer "whose token is this, and what may they do". A caller adds its own columns and
 * joins, so that one statement gives several answers.
 */
export const callerColumns = (now: unknown) => sql`
  t.id as credential_id, t.scopes, t.expires_at, t.signed_in_at, t.maker_token_id, t.maker_expires_at,
  least(u.expires_at, iu.expires_at, s.ends_at, si.ends_at) as owner_expires_at, t.workspace_user_id, t.service_id,
  s.allowed_networks, t.issuer_user_id, t.issuer_service_id, ${rightsColumns(now)},
  (select array_agg(r.name order by r.name) from workspace_user_role ur join role r on r.id = ur.role_id
   where ur.workspace_user_id = t.workspace_user_id) as roles`

/** The token of a secret, whose owner may act. Bind the hash (a Buffer) and the instant (a Date), or places for them. */
export function callerSource(hash: unknown, now: unknown) {
  return tokenSource(sql`t.hash = ${hash}`, now)
}

/** Who opened a credential of a person as someone else: after their end it has no power. Tokens of services outlive who issued them. */
const issuer = sql`
  left join workspace_user iu on iu.id = t.issuer_user_id and t.workspace_user_id is not null
  left join service si on si.id = t.issuer_service_id and t.workspace_user_id is not null`
const issuerMayAct = (now: unknown) =>
  sql`(${isAhead('iu.expires_at', now)} and ${isAhead('si.ends_at', now)})`

/** Whether a service (the alias of its row) may act. */
export function serviceMayAct(alias: string, now: unknown): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.base_state`)} = 'active' and ${isAhead(`${alias}.ends_at`, now)})`
}

function isAhead(end: string, now: unknown): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(end)} is null or ${sql.ref(end)} > ${now})`
}

function tokenSource(found: RawBuilder<unknown>, now: unknown) {
  return sql`
    from (select token.*, id as maker_token_id, expires_at as maker_expires_at, null::timestamptz as signed_in_at from token) t
    left join workspace_user u on u.id = t.workspace_user_id
    left join service s on s.id = t.service_id
    ${issuer}
    where ${found} and t.revoked_at is null and t.expires_at > ${now} and ${issuerMayAct(now)}
      and (u.base_state = 'active' and ${isAhead('u.expires_at', now)} or ${serviceMayAct('s', now)})`
}

/** When a session (the name of its row) ends: at its end, or because it is not used. */
export function sessionEnd(session: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`least(${session}.expires_at,
    coalesce(${session}.last_used_at, ${session}.created_at) + make_interval(secs => ${session}.idle_seconds))`
}

/**
 * {@link tokenSource} for a session: what its person may do within the scopes of the token that opened it, while
 * that token and its owner may act. The command line opens sessions with every scope.
 */
function sessionSource(found: RawBuilder<unknown>, now: unknown, isAccepted: boolean) {
  const end = isAccepted ? sql`s.expires_at` : sessionEnd(sql`s`)
  return sql`
    from (select s.id, s.hash, coalesce(m.scopes, array['*']) as scopes, least(${end}, mu.expires_at, ms.ends_at) as expires_at,
            coalesce(s.revoked_at, m.revoked_at) as revoked_at,
            s.workspace_user_id, null::uuid as service_id, s.issuer_user_id, s.issuer_service_id, s.signed_in_at, s.maker_token_id, m.expires_at as maker_expires_at
          from session s left join token m on m.id = s.maker_token_id
          left join workspace_user mu on mu.id = m.workspace_user_id left join service ms on ms.id = m.service_id
          where m.id is null or mu.base_state = 'active' or ${serviceMayAct('ms', now)}) t
    join workspace_user u on u.id = t.workspace_user_id
    left join service s on s.id = t.service_id
    ${issuer}
    where ${found} and t.revoked_at is null and t.expires_at > ${now} and ${issuerMayAct(now)}
      and u.base_state = 'active' and ${isAhead('u.expires_at', now)}`
}

/** The caller of a token's or a session's secret, or undefined when it or its owner has no power now. */
export async function loadCaller(
  reader: Reader,
  secret: string,
  now: Date,
): Promise<Caller | undefined> {
  const type = credentialType(secret)
  if (type === undefined) return undefined
  return findCaller(reader, type, { found: sql`t.hash = ${hashToken(secret)}`, now })
}

/** Who requested work that runs later, and the credential that they used. */
export type Principal = Pick<Caller, 'type' | 'id'> & {
  credential: Pick<Credential, 'type' | 'id'>
}

/**
 * The caller at the instant of the transaction; undefined when their credential, or its owner, no longer has any
 * power. `isAccepted`: for work that they left to a job, for which a session need not be used meanwhile.
 */
export async function loadPrincipal(
  reader: Reader,
  { credential }: Pick<Principal, 'credential'>,
  { isAccepted = false } = {},
): Promise<Caller | undefined> {
  const { type, id } = credential
  const now = sql`current_instant()`
  return findCaller(reader, type, { found: sql`t.id = ${id}`, now, isAccepted })
}

type FoundBy = { found: RawBuilder<unknown>; now: unknown; isAccepted?: boolean }

async function findCaller(
  reader: Reader,
  type: Credential['type'],
  { found, now, isAccepted = false }: FoundBy,
): Promise<Caller | undefined> {
  const source = type === 'token' ? tokenSource(found, now) : sessionSource(found, now, isAccepted)
  const { rows } = await sql<CallerRow>`
    select ${callerColumns(now)}, (select min(a.expires_at) from service_admin a
      where a.workspace_user_id = t.workspace_user_id and a.expires_at > ${now}) as role_expires_at ${source}`.execute(
    reader,
  )
  return rows[0] === undefined ? undefined : presentCaller(type, rows[0])
}

function credentialType(secret: string): Credential['type'] | undefined {
  if (isTokenSecret(secret)) return 'token'
  return isSessionSecret(secret) ? 'session' : undefined
}

export function presentCaller(type: Credential['type'], row: CallerRow): Caller | undefined {
  const id = row.workspace_user_id ?? row.service_id
  if (id === null) return undefined
  const self: Actor = { type: row.service_id === null ? 'user' : 'service', id }
  return {
    ...self,
    issuer: issuerOf(self, row),
    credential: {
      type,
      id: row.credential_id,
      expiresAt: row.expires_at,
      token: makerOf(row),
      signedInAt: row.signed_in_at,
    },
    endsAt: earlier(row.expires_at, row.owner_expires_at),
    changesAt: row.role_expires_at ?? null,
    networks: row.allowed_networks && networksOf(row.allowed_networks),
    scopes: row.scopes,
    ...presentRights(row, row.scopes),
    roles: row.roles ?? [],
  }
}

/** A service acts for itself, independent of who issued its token. */
function issuerOf(self: Actor, row: CallerRow): Actor {
  if (self.type === 'service') return self
  if (row.issuer_service_id !== null) return { type: 'service', id: row.issuer_service_id }
  return { type: 'user', id: row.issuer_user_id ?? self.id }
}

function makerOf(row: CallerRow): Credential['token'] {
  const { maker_token_id: id, maker_expires_at: expiresAt } = row
  return id === null || expiresAt === null ? null : { id, expiresAt }
}

function earlier(at: Date, other: Date | null): Date {
  return other !== null && other < at ? other : at
}
