import { sql, type RawBuilder } from 'kysely'
import type { Reader, Transaction, RowOf } from '../../database/database.ts'
import type { ServiceState } from '../../contract/states.ts'
import { uuids } from '../../database/uuids.ts'
import { answersFor, isAnsweredBy, namedPerson, suggestedSponsor } from './sponsors.ts'

const columns = [
  'service.id',
  'service.state',
  'service.name',
  'service.handle',
  'service.description',
  'service.kind',
  'service.environment',
  'service.notes',
  'service.allowed_networks',
  'service.expires_at',
  'service.ends_at',
  'service.last_used_at',
  'service.last_used_address',
  'service.sponsor_id',
  'service.unsponsored_at',
  'service.confirm_every_days',
  'service.confirmed_at',
  'service.confirm_by',
  'service.unconfirmed_ends_at',
  'service.shrunk_at',
  'service.shrunk_permissions',
  'service.deleted_at',
  'service.version',
  'service.created_at',
  'service.updated_at',
] as const

/** A person who may act now: active or expiring. The alias is that of workspace_user. */
export function personIsActive(alias: string, now: Date): RawBuilder<boolean> {
  const user = sql.id(alias)
  return sql<boolean>`(${user}.base_state = 'active' and (${user}.expires_at is null or ${user}.expires_at > ${now}))`
}

/** True for a service none of whose admins may act now. */
export function isUnattended(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(not exists (
    select from service_admin a join workspace_user u on u.id = a.workspace_user_id
    where a.service_id = service.id and a.admin_role = 'admin' and ${personIsActive('u', now)} and ${roleCounts('a', now)}))`
}

/** Whether a role on a service has not ended. The alias is that of service_admin. */
export function roleCounts(alias: string, now: Date): RawBuilder<boolean> {
  const end = sql.ref(`${alias}.expires_at`)
  return sql<boolean>`(${end} is null or ${end} > ${now})`
}

/** True for a service on which that person has a role. */
export function hasRoleOn(workspaceUserId: string, now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from service_admin a where a.service_id = service.id and a.workspace_user_id = ${workspaceUserId} and ${roleCounts('a', now)})`
}

/** True for a service that nobody answers for. */
export const isUnsponsored = sql<boolean>`(${answersFor()} is null)`

/** True for a service that nobody has confirmed in time. */
export function isUnconfirmed(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(service.confirm_by <= ${now})`
}

/** Who gets a token of a service in exchange; `*` in `subject` stands for any characters. */
export type TrustedIdentity = {
  issuer: string
  audience: string
  subject: string
  /** Names of permissions. */
  scopes: string[]
  /** The workspace user (its encoded id) who set it, and when. */
  set_by: string
  set_at: string
}

/** Services that are not deleted. */
export function selectServices(db: Reader, now: Date) {
  return db
    .selectFrom('service')
    .select(columns)
    .select([
      sql<TrustedIdentity[]>`service.workload_identities`.as('workload_identities'),
      isUnattended(now).as('is_unattended'),
      isUnconfirmed(now).as('is_unconfirmed'),
      namedPerson(sql`service.sponsor_id`).as('sponsor'),
      namedPerson(answersFor()).as('answers'),
      namedPerson(sql`case when service.sponsor_id is null then ${suggestedSponsor} end`).as(
        'suggested_sponsor',
      ),
    ])
    .where('service.deleted_at', 'is', null)
}

export type ServiceRow = RowOf<typeof selectServices>

export const serviceSearchText = sql`search_key(service.name || ' ' || service.handle)`

/** The service unless it is deleted; `lock` holds its row, and so its admins and permissions, until the end. */
export async function findService(
  db: Reader,
  id: string,
  options: { now: Date; lock?: boolean },
): Promise<ServiceRow | undefined> {
  if (options.lock === true)
    await sql`select from service where id = ${id} for no key update`.execute(db)
  return selectServices(db, options.now).where('service.id', '=', id).executeTakeFirst()
}

export type ServiceCounts = { service_admins: number; permissions: number; tokens: number }

export async function countOfService(db: Reader, id: string, now: Date): Promise<ServiceCounts> {
  const { rows } = await sql<ServiceCounts>`
    select (select count(*) from service_admin a where service_id = ${id} and ${roleCounts('a', now)}) as service_admins,
      (select count(*) from service_permission where service_id = ${id}) as permissions,
      (select count(*) from token where service_id = ${id} and revoked_at is null and expires_at > ${now}) as tokens`.execute(
    db,
  )
  return rows[0] ?? { service_admins: 0, permissions: 0, tokens: 0 }
}

/** What describes a service, and what audit rows show of it. */
export type ServiceValues = Pick<
  ServiceRow,
  | 'name'
  | 'handle'
  | 'description'
  | 'kind'
  | 'environment'
  | 'notes'
  | 'allowed_networks'
  | 'workload_identities'
  | 'confirm_every_days'
>

/** The state without its end. */
export type ServiceBaseState = Exclude<ServiceState, 'expiring' | 'expired'>
type Lifecycle = { base_state: ServiceBaseState; expires_at: Date | null }
/** Who answers for it, and until when. */
type Answered = Pick<ServiceRow, 'sponsor_id' | 'confirm_by'>

/** What a confirmation writes. */
type Confirmed = Pick<ServiceRow, 'confirmed_at' | 'unconfirmed_ends_at'>

export async function insertService(
  tx: Transaction,
  values: ServiceValues & Lifecycle & Answered,
): Promise<string> {
  const { id } = await tx
    .insertInto('service')
    .values({ ...values, workload_identities: JSON.stringify(values.workload_identities) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateServiceRow(
  tx: Transaction,
  id: string,
  values: Partial<ServiceValues & Lifecycle & Answered & Confirmed> & { deleted_at?: Date },
): Promise<void> {
  const { workload_identities: identities, ...others } = values
  const written = identities && { workload_identities: JSON.stringify(identities) }
  await tx
    .updateTable('service')
    .set({ ...others, ...written })
    .where('id', '=', id)
    .execute()
}

/** The names of the permissions that the service holds, in order. */
export async function findPermissions(db: Reader, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('service_permission')
    .select('permission')
    .where('service_id', '=', id)
    .execute()
  return rows.map((row) => row.permission).sort()
}

type HeldByService = {
  id: string
  state: ServiceState
  permissions: string[]
  isAnsweredByCaller: boolean
}

/** Services by their ids, with the names of the permissions that they hold, and whether the caller answers for them. */
export async function selectHeldByServices(
  db: Reader,
  ids: readonly string[],
  callerId: string,
): Promise<HeldByService[]> {
  const { rows } = await sql<HeldByService>`
    select s.id, s.state, ${isAnsweredBy(callerId, 's')} as "isAnsweredByCaller", array(select permission from service_permission p where p.service_id = s.id) as permissions
    from service s where s.id = any (${uuids(ids)}) and s.deleted_at is null`.execute(db)
  return rows
}

/** While a service may not act, it uses nothing. */
export async function holdAnew(tx: Transaction, id: string): Promise<void> {
  await sql`update service_permission set held_since = current_instant() where service_id = ${id}`.execute(
    tx,
  )
}

/** Replaces the permissions of a locked service and increments its version, which covers them too. `shrunkAt`: they were unused. */
export async function writePermissions(
  tx: Transaction,
  id: string,
  change: { added: readonly string[]; removed: readonly string[] },
  shrunkAt?: Date,
): Promise<void> {
  await sql`delete from service_permission where service_id = ${id} and permission = any (${[...change.removed]}::text[])`.execute(
    tx,
  )
  await sql`insert into service_permission (service_id, permission) select ${id}, unnest(${[...change.added]}::text[])`.execute(
    tx,
  )
  // What was taken away before is kept until it is put back.
  const shrunk = sql`array(select unnest(shrunk_permissions || ${shrunkAt === undefined ? [] : [...change.removed]}::text[])
    except select permission from service_permission where service_id = ${id} order by 1)`
  await sql`update service set version = version + 1, shrunk_at = coalesce(${shrunkAt ?? null}, shrunk_at),
    shrunk_permissions = ${shrunk} where id = ${id}`.execute(tx)
}
