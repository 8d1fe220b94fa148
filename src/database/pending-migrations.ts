import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Reader } from './database.ts'

const directory = new URL('./migrations', import.meta.url)

/** The migrations of this version of Muster that the database has not had yet, by name. Throws when it can't be reached. */
export async function pendingMigrations(reader: Reader): Promise<string[]> {
  const files = await readdir(directory)
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(reader)
  const ran = new Set(rows.map(({ name }) => name))
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .filter((name) => !ran.has(name))
    .sort()
}
