import { sql, type Selectable } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import type { Integration as IntegrationTable } from '../../database/gen/tables.ts'

/** A connected vendor as the database has it; `id` is a uuid. */
export type Integration = Selectable<IntegrationTable>

/** The integration with that handle. */
export function findIntegrationByHandle(
  db: Reader,
  handle: string,
): Promise<Integration | undefined> {
  return db.selectFrom('integration').selectAll().where('handle', '=', handle).executeTakeFirst()
}

/** The one integration that governs people, if there is one yet. */
export function findPrimaryIntegration(db: Reader): Promise<Integration | undefined> {
  return db.selectFrom('integration').selectAll().where('is_primary', '=', true).executeTakeFirst()
}

export type NewIntegration = Omit<
  Integration,
  'id' | 'state' | 'version' | 'created_at' | 'updated_at' | 'mapping' | LimitName
> & { mapping: object }

/** An integration begins with the workspace's limits. */
type LimitName = `${'account' | 'overall'}_limit_${'percent' | 'people'}`

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
