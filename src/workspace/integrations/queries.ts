import { sql, type Selectable } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { Integration as IntegrationTable } from '../../database/gen/tables.ts'

/** A connected vendor as the database has it; `id` is a uuid. */
export type Integration = Selectable<IntegrationTable>

/** The integration with that handle. */
export function findIntegrationByHandle(
  db: Reader,
  handle: string,
): Promise<Integration | undefined> {
  return db
    .selectFrom('integration')
    .selectAll()
    .where('handle', '=', handle)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** 404 where there is no such integration. */
export async function requireIntegration(db: Reader, id: string): Promise<void> {
  const found = await db
    .selectFrom('integration')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) throw noSuch('integration', id)
}

/** The one integration that governs people, if there is one yet. */
export function findPrimaryIntegration(db: Reader): Promise<Integration | undefined> {
  return db.selectFrom('integration').selectAll().where('is_primary', '=', true).executeTakeFirst()
}

export type NewIntegration = Omit<
  Integration,
  | 'id'
  | 'state'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
  | 'mapping'
  | 'manager_name_profile_key'
  | 'connection'
  | 'credentials_set_at'
  | 'sync_every_seconds'
  | 'full_sync_every_seconds'
> & { mapping: object }

/** Begins without a connection. */
export function insertIntegration(
  tx: Transaction,
  { mapping, ...values }: NewIntegration,
): Promise<Integration> {
  return tx
    .insertInto('integration')
    .values({ ...values, mapping: sql`${JSON.stringify(mapping)}::jsonb` })
    .returningAll()
    .executeTakeFirstOrThrow()
}
