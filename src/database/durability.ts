import { sql } from 'kysely'
import type { Reader } from './database.ts'

/**
 * A warning for the operator if PostgreSQL runs with settings that can lose committed data and that only its
 * administrator can change; undefined otherwise.
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
