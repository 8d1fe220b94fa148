import { sql } from 'kysely'
import type { Reader, Transaction, RowOf } from '../../database/database.ts'

const columns = [
  'id',
  'name',
  'description',
  'permissions',
  'is_system',
  'version',
  'created_at',
  'updated_at',
] as const

export function selectRoles(db: Reader) {
  return db.selectFrom('role').select(columns)
}

export type RoleRow = RowOf<typeof selectRoles>

export async function findRole(db: Reader, id: string): Promise<RoleRow | undefined> {
  return selectRoles(db).where('id', '=', id).executeTakeFirst()
}

/** The role, its row locked: it can't be granted meanwhile. */
export async function lockRole(tx: Transaction, id: string): Promise<RoleRow | undefined> {
  return selectRoles(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export type RoleValues = { name: string; description: string; permissions: string[] }

export async function insertRole(tx: Transaction, values: RoleValues): Promise<RoleRow> {
  return tx.insertInto('role').values(values).returning(columns).executeTakeFirstOrThrow()
}

export async function updateRoleRow(
  tx: Transaction,
  id: string,
  values: RoleValues,
): Promise<RoleRow> {
  return tx
    .updateTable('role')
    .set(values)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteRoleRow(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('role').where('id', '=', id).execute()
}

/** The people (uuids) who hold the role, in any state. */
export async function findHolders(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('workspace_user_role')
    .select('workspace_user_id')
    .where('role_id', '=', id)
    .execute()
  return rows.map((row) => row.workspace_user_id)
}

export async function countHolders(tx: Transaction, id: string): Promise<number> {
  const { rows } = await sql<{
    holders: number
  }>`select count(*) as holders from workspace_user_role where role_id = ${id}`.execute(tx)
  return rows[0]?.holders ?? 0
}
