import { sql } from 'kysely'
import type { Reader } from './database.ts'

/**
 * Fresh ids from the database, in ascending order, for rows that are written together with rows that refer to them.
 */
export async function newIds(db: Reader, count: number): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: string }>`
    select new_id() as id from generate_series(1, ${count}::integer) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export async function newId(db: Reader): Promise<string> {
  const [id] = await newIds(db, 1)
  if (id === undefined) throw new Error('the database gave no id')
  return id
}
