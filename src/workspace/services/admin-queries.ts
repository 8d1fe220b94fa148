import { sql } from 'kysely'
import type { ServiceAdminRole, WorkspaceUserState } from '../../contract/states.ts'
import type { Reader, Transaction, RowOf } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { personIsActive, roleCounts } from './queries.ts'

/** The roles that people have on a service; one whose end has passed is none. */
export function selectAdmins(db: Reader, now: Date) {
  return db
    .selectFrom('service_admin')
    .innerJoin('workspace_user', 'workspace_user.id', 'service_admin.workspace_user_id')
    .select([
      'service_admin.id',
      'service_admin.service_id',
      'service_admin.workspace_user_id',
      'service_admin.version',
      'service_admin.expires_at',
      'service_admin.created_at',
      'service_admin.updated_at',
      'workspace_user.name as user_name',
      'workspace_user.provider as user_provider',
      'workspace_user.provider_id as user_provider_id',
      'workspace_user.handle as user_handle',
      'workspace_user.email as user_email',
      'workspace_user.version as user_version',
      'workspace_user.directory_user_id',
      personIsActive('workspace_user', now).as('is_active'),
      'service_admin.admin_role',
      'workspace_user.state as user_state',
    ])
    .where(roleCounts('service_admin', now))
}

export type AdminRow = RowOf<typeof selectAdmins>

export async function findAdmin(
  db: Reader,
  serviceId: string,
  workspaceUserId: string,
  now: Date,
): Promise<AdminRow | undefined> {
  return selectAdmins(db, now)
    .where('service_admin.service_id', '=', serviceId)
    .where('service_admin.workspace_user_id', '=', workspaceUserId)
    .executeTakeFirst()
}

/** How many active people have the role admin on the service without an end, the person of this one left out. */
export async function countOtherActiveAdmins(
  db: Reader,
  { id, service_id: serviceId }: Pick<AdminRow, 'id' | 'service_id'>,
  now: Date,
): Promise<number> {
  const admins = await selectAdmins(db, now)
    .where('service_admin.service_id', '=', serviceId)
    .where('service_admin.admin_role', '=', 'admin')
    .where('service_admin.id', '<>', id)
    .where('service_admin.expires_at', 'is', null)
    .where(personIsActive('workspace_user', now))
    .execute()
  return admins.length
}

export type CountedAdmin = Pick<AdminRow, 'id' | 'service_id' | 'admin_role' | 'expires_at'> & {
  /** The other active people with the role admin on the service who have it without an end. */
  others: number
}

/** Roles on services by their ids, with {@link countOtherActiveAdmins}. */
export async function selectCountedAdmins(
  db: Reader,
  ids: readonly string[],
  now: Date,
): Promise<CountedAdmin[]> {
  const isActiveAdmin = sql`(a.admin_role = 'admin' and a.expires_at is null and ${personIsActive('u', now)})`
  const { rows } = await sql<CountedAdmin>`
    with wanted as materialized (select * from service_admin where id = any (${uuids(ids)})),
    active as materialized (
      select a.service_id, a.id from service_admin a join workspace_user u on u.id = a.workspace_user_id
      where a.service_id in (select service_id from wanted) and ${isActiveAdmin}
    )
    select w.id, w.service_id, w.admin_role, w.expires_at,
      (select count(*) from active t where t.service_id = w.service_id)
        - (select count(*) from active t where t.id = w.id) as others
    from wanted w`.execute(db)
  return rows
}

export async function insertAdmin(
  tx: Transaction,
  values: {
    service_id: string
    workspace_user_id: string
    admin_role: ServiceAdminRole
    expires_at: Date | null
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('service_admin')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeAdmin(
  tx: Transaction,
  adminId: string,
  values: { admin_role: ServiceAdminRole } | { expires_at: Date | null },
): Promise<void> {
  await tx.updateTable('service_admin').set(values).where('id', '=', adminId).execute()
}

export async function deleteAdmin(tx: Transaction, adminId: string): Promise<void> {
  await tx.deleteFrom('service_admin').where('id', '=', adminId).execute()
}

/** The id of the role that a person had on the service until an end that is not settled. */
export async function findEndedAdmin(
  { tx, now }: { tx: Transaction; now: Date },
  admin: { service_id: string; workspace_user_id: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('service_admin')
    .select('id')
    .where('service_id', '=', admin.service_id)
    .where('workspace_user_id', '=', admin.workspace_user_id)
    .where('expires_at', '<=', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** The people (uuids) whose role on the service lets them issue its tokens, in any state. */
export async function findTokenIssuers(db: Reader, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('service_admin')
    .select('workspace_user_id')
    .where('service_id', '=', serviceId)
    .where('admin_role', 'in', ['admin', 'token'])
    .execute()
  return rows.map((row) => row.workspace_user_id)
}

export type Person = { id: string; state: WorkspaceUserState; directory_user_id: string | null }

export async function findPerson(db: Reader, workspaceUserId: string): Promise<Person | undefined> {
  return db
    .selectFrom('workspace_user')
    .select(['id', 'directory_user_id', 'state'])
    .where('id', '=', workspaceUserId)
    .executeTakeFirst()
}
