import { sql } from 'kysely'
import type { Reader } from './database.ts'

/**
 * What an operator must know if PostgreSQL runs with settings that only its administrator can change and that can lose
 * what it has committed. Undefined if it does not.
 */
export async function durabilityWarning(reader: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest('{fsync,full_page_writes}'::text[]) as name where current_setting(name) = 'off'`.execute(
    reader,
  )
  if (rows.length === 0) return undefined
  const settings = rows.map(({ name }) => `${name} = off`).join(' and ')
  return `PostgreSQL runs with ${settings}: if its machine crashes, changes that were acknowledged can be lost and the database can be damaged. Turn it on in postgresql.conf and reload.`
}
