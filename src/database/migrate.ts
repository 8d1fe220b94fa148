import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { runner } from 'node-pg-migrate'
import { endMemory } from './lease.ts'
import { clientConfig, type Connection } from './pool.ts'

const ownDirectory = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Brings the schema up to date, forward only, each migration in its own transaction and under an advisory lock. While
 * it does, no process answers from memory: a server of the former version may run beside it, and would not learn of
 * what a migration changes.
 * @returns the names of the migrations that it ran
 */
export async function migrate(
  connection: Connection,
  directory: string = ownDirectory,
): Promise<string[]> {
  const client = new Client({ ...clientConfig(connection), application_name: 'muster migrate' })
  await client.connect()
  try {
    await requireVersion(client)
    if (await isBehind(client, directory)) {
      await endMemory((text, values) => client.query(text, values))
    }
    const ran = await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      migrationsTable: 'schema_migration',
      checkOrder: true,
      verbose: false,
      log: () => undefined,
    })
    return ran.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** There is a schema that servers may be answering from, and a migration that it has not had. */
async function isBehind(client: Client, directory: string): Promise<boolean> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('schema_migration') is not null and to_regclass('cache_lease') is not null as is_there`,
  )
  if (found[0]?.is_there !== true) return false
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const ran = new Set(rows.map(({ name }) => `${name}.sql`))
  return (await readdir(directory)).some((file) => file.endsWith('.sql') && !ran.has(file))
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < 160_000) {
    throw new Error(
      `Muster needs PostgreSQL 16 or newer; this server says ${Math.floor(version / 10_000)}. Point MUSTER_DATABASE_URL at a newer one, or leave it unset to use the embedded PostgreSQL 18.`,
    )
  }
}
