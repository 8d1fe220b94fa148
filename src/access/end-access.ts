import { sql, type RawBuilder } from 'kysely'
import { record, type AuditActor, type AuditEntry, type AuditPosition } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import { loadRights, loadServiceRights, missingToActOn } from './act-on.ts'

/** The actor that ends the access, and the instant. */
type Ending = { actor: AuditActor; now: Date }
type RowCondition = RawBuilder<boolean>

/** Whose token it is, by uuid: one of the two is null. */
type TokenOwner = { workspace_user_id: string | null; service_id: string | null }
type EndedToken = TokenOwner & { id: string; revoked_at: Date }

/** The audit position of a token's owner: the service or the workspace user. */
export function ownerPosition(token: TokenOwner): AuditPosition | undefined {
  if (token.service_id !== null) return { kind: 'service', id: token.service_id }
  return token.workspace_user_id === null
    ? undefined
    : { kind: 'workspaceUser', id: token.workspace_user_id }
}

/** Revokes one token and every token created from it, at any depth. One audit row each. */
export async function revokeToken(tx: Transaction, tokenId: string, ending: Ending): Promise<void> {
  await revokeWithDescendants(tx, sql<boolean>`id = ${tokenId}`, ending)
}

/** Revokes every token of a person, and what was created with them, including tokens of services. */
export async function revokeTokensOfUser(
  tx: Transaction,
  userId: string,
  ending: Ending,
): Promise<void> {
  await revokeWithDescendants(tx, sql<boolean>`workspace_user_id = ${userId}`, ending)
}

/** Revokes every token of a service, and what was created with them. */
export async function revokeTokensOfService(
  tx: Transaction,
  serviceId: string,
  ending: Ending,
): Promise<void> {
  await revokeWithDescendants(tx, sql<boolean>`service_id = ${serviceId}`, ending)
}

/** Ends a person's sessions, and the links that would open another. */
export async function endSessionsOfUser(
  tx: Transaction,
  userId: string,
  ending: Ending,
): Promise<void> {
  await holdPeople(tx, [userId])
  await endLinks(tx, sql<boolean>`workspace_user_id = ${userId}`, ending)
  await endSessions(tx, sql<boolean>`workspace_user_id = ${userId}`, ending)
}

/** Ends one session. */
export async function endSession(tx: Transaction, id: string, ending: Ending): Promise<void> {
  await endSessions(tx, sql<boolean>`id = ${id}`, ending)
}

/** Ends the sessions with these hashes of their secrets. */
export async function endSessionsByHash(
  tx: Transaction,
  hashes: readonly Buffer[],
  ending: Ending,
): Promise<void> {
  if (hashes.length === 0) return
  await endSessions(tx, sql<boolean>`hash = any (${[...hashes]}::bytea[])`, ending)
}

/** Ends the unused sign-in links of a person. */
export async function endLinksOfUser(
  tx: Transaction,
  userId: string,
  ending: Ending,
): Promise<void> {
  await endLinks(tx, sql<boolean>`workspace_user_id = ${userId}`, ending)
}

/**
 * Ends, for good, every token, session and link of a deactivated person, and those that they created for other
 * people. Tokens that they issued for services stay, because they belong to the services.
 */
export async function endAllAccess(tx: Transaction, userId: string, ending: Ending): Promise<void> {
  const which = sql<boolean>`(workspace_user_id = ${userId} or workspace_user_id is not null and issuer_user_id = ${userId})`
  await endEverywhere(tx, which, ending)
}

/**
 * Ends, for good, every token, session and link of people that a service created, when the service is deactivated.
 */
export async function endAccessByService(
  tx: Transaction,
  serviceId: string,
  ending: Ending,
): Promise<void> {
  const which = sql<boolean>`(workspace_user_id is not null and issuer_service_id = ${serviceId})`
  await endEverywhere(tx, which, ending)
}

/**
 * Ends every token, session and unused link that lets another principal act as one of these people. Called in the
 * transaction in which they gain a right, because the creator of the link may not hold it. Links from the command
 * line stay.
 */
export async function endAccessByOthers(
  tx: Transaction,
  userIds: readonly string[],
  ending: Ending,
): Promise<void> {
  if (userIds.length === 0) return
  const which = sql<boolean>`(workspace_user_id = any (${[...userIds]}::uuid[])
    and (issuer_service_id is not null or issuer_user_id <> workspace_user_id))`
  await holdPeople(tx, userIds)
  await endEverywhere(tx, which, ending)
}

/**
 * Ends what these people and services (uuids) opened as people whose rights they no longer cover: without
 * `workspace.user.manage`, or without a permission of that person, they could not create the link today. Called in
 * the transaction in which they lose a right.
 */
export async function endAccessBeyondRights(
  tx: Transaction,
  issuerIds: readonly string[],
  ending: Ending,
): Promise<void> {
  await holdIssuers(tx, issuerIds)
  const pairs = await findOpenedAsOthers(tx, issuerIds, ending.now)
  if (pairs.length === 0) return
  const rights = await loadRights(
    tx,
    pairs.flatMap(({ issuer, person }) => [issuer, person]),
  )
  const services = await loadServiceRights(tx, rights.values())
  const isCovered = ({ issuer, person }: OpenedAsOther) => {
    const [held, needed] = [rights.get(issuer), rights.get(person)]
    if (held === undefined || needed === undefined) return false
    if (!held.permissions.has('workspace.user.manage')) return false
    return missingToActOn(held, needed, services) === undefined
  }
  const beyond = pairs.filter((pair) => !isCovered(pair))
  if (beyond.length === 0) return
  const which = sql<boolean>`((coalesce(issuer_user_id, issuer_service_id), workspace_user_id) in (
    select * from unnest(${beyond.map(({ issuer }) => issuer)}::uuid[], ${beyond.map(({ person }) => person)}::uuid[])))`
  await endEverywhere(tx, which, ending)
}

/** An issuer, a person or a service, who has a credential of another person. By uuid. */
type OpenedAsOther = { issuer: string; person: string }

async function findOpenedAsOthers(
  tx: Transaction,
  issuerIds: readonly string[],
  now: Date,
): Promise<OpenedAsOther[]> {
  const ids = [...issuerIds]
  const of = (table: string, isOpen: RowCondition) => sql`
    select coalesce(issuer_user_id, issuer_service_id) as issuer, workspace_user_id as person from ${sql.table(table)}
    where (issuer_user_id = any (${ids}::uuid[]) and issuer_user_id <> workspace_user_id
      or issuer_service_id = any (${ids}::uuid[]) and workspace_user_id is not null) and ${isOpen}`
  const isAlive = sql<boolean>`revoked_at is null and expires_at > ${now}`
  const { rows } = await sql<OpenedAsOther>`
    ${of('token', isAlive)} union ${of('session', isAlive)}
    union ${of('sign_in_link', sql<boolean>`used_at is null and expires_at > ${now}`)}`.execute(tx)
  return rows
}

/**
 * Prevents these people and services from creating links until the transaction ends: createSignInLink locks its
 * issuer.
 */
async function holdIssuers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await holdPeople(tx, ids)
  await sql`select from service where id = any (${[...ids]}::uuid[]) order by id for no key update`.execute(
    tx,
  )
}

/** Prevents new links for these people until the transaction ends: createSignInLink locks them first. */
async function holdPeople(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await sql`select from workspace_user where id = any (${[...userIds]}::uuid[]) order by id for no key update`.execute(
    tx,
  )
}

/**
 * Links, then sessions, then tokens: a request that uses a link, or creates a token in a session, locks that row,
 * so its result is committed before the next statement looks for it.
 */
async function endEverywhere(tx: Transaction, which: RowCondition, ending: Ending): Promise<void> {
  await endLinks(tx, which, ending)
  await endSessions(tx, which, ending)
  await revokeWithDescendants(tx, which, ending, { ofPeopleOnly: true })
}

/**
 * Level by level, so that each level is read after its parents were locked: a token that was being created from one
 * of them has been committed, or its creation fails (see holdCredential).
 */
async function revokeWithDescendants(
  tx: Transaction,
  first: RowCondition,
  { actor, now }: Ending,
  { ofPeopleOnly = false } = {},
): Promise<void> {
  let level = await revokeWhere(tx, first, now)
  while (level.length > 0) {
    await record(tx, actor, level.map(tokenEntry))
    const ids = level.map((token) => token.id)
    const children = sql<boolean>`parent_token_id = any (${ids}::uuid[])`
    level = await revokeWhere(
      tx,
      ofPeopleOnly ? sql<boolean>`${children} and workspace_user_id is not null` : children,
      now,
    )
  }
}

async function revokeWhere(tx: Transaction, which: RowCondition, now: Date): Promise<EndedToken[]> {
  const { rows } = await sql<EndedToken>`
    update token set revoked_at = ${now} where revoked_at is null and ${which}
    returning id, workspace_user_id, service_id, revoked_at`.execute(tx)
  return rows
}

async function endSessions(
  tx: Transaction,
  which: RowCondition,
  { actor, now }: Ending,
): Promise<void> {
  const { rows } = await sql<{ id: string; workspace_user_id: string }>`
    update session set revoked_at = ${now} where revoked_at is null and expires_at > ${now} and ${which}
    returning id, workspace_user_id`.execute(tx)
  await record(
    tx,
    actor,
    rows.map((session) => ({
      event: 'access.session.revoke',
      record: { kind: 'session', id: session.id },
      parent: { kind: 'workspaceUser', id: session.workspace_user_id },
      changes: { revoked_at: { old: null, new: now.toISOString() } },
    })),
  )
}

async function endLinks(
  tx: Transaction,
  which: RowCondition,
  { actor, now }: Ending,
): Promise<void> {
  const { rows } = await sql<{ id: string; links: number }>`
    with ended as (
      update sign_in_link set expires_at = ${now} where used_at is null and expires_at > ${now} and ${which}
      returning workspace_user_id
    )
    select workspace_user_id as id, count(*) as links from ended group by 1`.execute(tx)
  await record(
    tx,
    actor,
    rows.map(({ id, links }) => ({
      event: 'access.sign_in_link.end',
      record: { kind: 'workspaceUser', id },
      details: { sign_in_links: links },
    })),
  )
}

function tokenEntry(token: EndedToken): AuditEntry {
  return {
    event: 'workspace.token.revoke',
    record: { kind: 'token', id: token.id },
    parent: ownerPosition(token),
    changes: { revoked_at: { old: null, new: token.revoked_at.toISOString() } },
  }
}
