import { sql, type RawBuilder } from 'kysely'
import { ownerRole } from '../../contract/permissions.ts'
import type { WorkspaceUserState } from '../../contract/states.ts'
import type { Reader, Transaction, RowOf } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'

/** Names, in order. */
const userRoles = sql<string[]>`array(
  select r.name from workspace_user_role ur join role r on r.id = ur.role_id
  where ur.workspace_user_id = workspace_user.id order by r.name collate "C")`

/** The sum of their versions: while the same roles are held it grows with every change to one of them. */
const rolesVersion = sql<number>`(
  select coalesce(sum(r.version), 0)::bigint from workspace_user_role ur join role r on r.id = ur.role_id
  where ur.workspace_user_id = workspace_user.id)`

export function selectUsers(db: Reader) {
  return db
    .selectFrom('workspace_user')
    .select([
      'id',
      'expires_at',
      'provider',
      'provider_id',
      'name',
      'handle',
      'email',
      'directory_user_id',
      'version',
      'created_at',
      'updated_at',
      'state',
      userRoles.as('roles'),
      rolesVersion.as('roles_version'),
    ])
}

export type UserRow = RowOf<typeof selectUsers>

export function holdsAnyRole(names: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from workspace_user_role ur join role r on r.id = ur.role_id
    where ur.workspace_user_id = workspace_user.id and r.name = any (${[...names]}::text[]))`
}

/**
 * The workspace user; `lock` holds the row until the transaction ends. Rows that refer to it can be made meanwhile: who
 * makes tokens without end would otherwise deadlock with every lock, and put off their deactivation.
 */
export async function findUser(
  db: Reader,
  id: string,
  options: { lock?: boolean } = {},
): Promise<UserRow | undefined> {
  if (options.lock === true)
    await sql`select from workspace_user where id = ${id} for no key update`.execute(db)
  return selectUsers(db).where('id', '=', id).executeTakeFirst()
}

export type UserValues = {
  expires_at?: Date | null
  provider: string
  provider_id: string
  name: string
  handle: string | null
  email: string | null
  directory_user_id: string | null
  base_state?: Exclude<WorkspaceUserState, 'expiring' | 'expired'>
}

export async function insertUser(tx: Transaction, values: UserValues): Promise<UserRow> {
  const { id } = await tx
    .insertInto('workspace_user')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return requireUser(tx, id)
}

/** The person of that issuer and subject, created if they are new; the row is locked until the transaction ends. */
export async function lockOrInsertUser(
  tx: Transaction,
  values: UserValues,
): Promise<{ user: UserRow; isNew: boolean }> {
  const inserted = await tx
    .insertInto('workspace_user')
    .values(values)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const { id } =
    inserted ??
    (await tx
      .selectFrom('workspace_user')
      .select('id')
      .where('provider', '=', values.provider)
      .where('provider_id', '=', values.provider_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow())
  return { user: await requireUser(tx, id), isNew: inserted !== undefined }
}

/** The roles that a person has, and which of them by a claim of their issuer; their rows can't be renamed meanwhile. */
export async function findHeldRoles(
  tx: Transaction,
  id: string,
): Promise<{ id: string; name: string; isClaimed: boolean }[]> {
  return tx
    .selectFrom('workspace_user_role')
    .innerJoin('role', 'role.id', 'workspace_user_role.role_id')
    .select(['role.id', 'role.name', 'is_claimed as isClaimed'])
    .where('workspace_user_id', '=', id)
    .orderBy('role.id')
    .forKeyShare('role')
    .execute()
}

/** The workspace user that is known to be there. */
export async function requireUser(tx: Transaction, id: string): Promise<UserRow> {
  const user = await findUser(tx, id)
  if (user === undefined) throw new Error(`the workspace user ${id} is not there`)
  return user
}

export async function updateUserRow(
  tx: Transaction,
  id: string,
  values: {
    name?: string
    handle?: string | null
    email?: string | null
    directory_user_id?: string | null
    base_state?: Exclude<WorkspaceUserState, 'expiring' | 'expired'>
    expires_at?: Date | null
  },
): Promise<void> {
  await tx.updateTable('workspace_user').set(values).where('id', '=', id).execute()
}

/** Grants and revokes roles (`isClaimed`: by a claim of their issuer), and increments the person's version, which covers their roles too. */
export async function writeRoles(
  tx: Transaction,
  id: string,
  {
    added,
    removed,
    isClaimed = false,
  }: { added: readonly string[]; removed: readonly string[]; isClaimed?: boolean },
): Promise<void> {
  await sql`delete from workspace_user_role where workspace_user_id = ${id} and role_id = any (${[...removed]}::uuid[])`.execute(
    tx,
  )
  await sql`insert into workspace_user_role (workspace_user_id, role_id, is_claimed)
    select ${id}, unnest(${[...added]}::uuid[]), ${isClaimed}`.execute(tx)
  await sql`update workspace_user set version = version + 1 where id = ${id}`.execute(tx)
}

export type RoleGrant = { id: string; name: string; permissions: string[] }

/** The roles of those names; `lock` holds their rows until the transaction ends, so that none is changed or deleted. */
export async function findRolesByName(
  db: Reader,
  names: readonly string[],
  { lock = false } = {},
): Promise<RoleGrant[]> {
  const roles = db
    .selectFrom('role')
    .select(['id', 'name', 'permissions'])
    .where(sql<boolean>`name = any (${[...names]}::text[])`)
  return (lock ? roles.orderBy('id').forKeyShare() : roles).execute()
}

/** `isLasting`: they may act now, and have no end. */
export type Owners = { holders: { id: string; isLasting: boolean }[] }

/** People who sign in, with what decides about actions on them. */
export async function selectUserStates(
  db: Reader,
  ids: readonly string[],
): Promise<Pick<UserRow, 'id' | 'state'>[]> {
  return db
    .selectFrom('workspace_user')
    .select(['id', 'state'])
    .where(sql<boolean>`id = any (${uuids(ids)})`)
    .execute()
}

/**
 * The holders of the role of owners, and which of them may act and have no end. Locks the role, so that granting and revoking
 * it and deactivating people happen one after the other.
 */
export async function lockOwners(tx: Transaction): Promise<Owners & { roleId: string }> {
  const { rows } = await sql<{
    id: string
  }>`select id from role where name = ${ownerRole} for no key update`.execute(tx)
  const [role] = rows
  if (role === undefined) throw new Error(`the role ${ownerRole} is not there`)
  const { holders } = await findOwners(tx)
  return { roleId: role.id, holders }
}

/** {@link lockOwners} without a lock. */
export async function findOwners(db: Reader): Promise<Owners> {
  const { rows } = await sql<Owners['holders'][number]>`
    select u.id, (u.base_state = 'active' and u.expires_at is null) as "isLasting"
    from role r join workspace_user_role ur on ur.role_id = r.id join workspace_user u on u.id = ur.workspace_user_id
    where r.name = ${ownerRole}`.execute(db)
  return { holders: rows }
}
