import { sql, type Kysely } from 'kysely'
import type { DB } from './gen/tables.ts'

/** The newest migration that a server must know to write in this schema, if this version does not know it. */
export async function requiredMigration(
  reader: Kysely<DB>,
  known: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ requires: string }>`
    select requires from schema_source where requires > ${known.at(-1) ?? ''}`.execute(reader)
  return rows[0]?.requires
}

/** Those of the known migrations that the database has not had yet. Throws when it can't be reached. */
export async function pendingMigrations(
  reader: Kysely<DB>,
  known: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(reader)
  const ran = new Set(rows.map(({ name }) => name))
  return known.filter((name) => !ran.has(name))
}
