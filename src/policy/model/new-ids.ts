import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/**
 * Fresh ids from the database, in ascending order, for rows that are written together with rows that refer to them.
 */
export async function newIds(tx: Transaction, count: number): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: string }>`
    select new_id() as id from generate_series(1, ${count}::integer) order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}
