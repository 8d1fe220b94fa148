import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { runner } from 'node-pg-migrate'
import { clientConfig, type Connection } from './pool.ts'

const directory = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Brings the schema up to date, forward only, each migration in its own transaction and under an advisory lock.
 * @returns the names of the migrations that it ran
 */
export async function migrate(
  connection: Connection,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  const client = new Client({ ...clientConfig(connection), application_name: 'muster migrate' })
  await client.connect()
  try {
    await requireVersion(client)
    const ran = await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      migrationsTable: 'schema_migration',
      checkOrder: true,
      verbose: false,
      log,
    })
    return ran.map((migration) => migration.name)
  } finally {
    await client.end()
  }
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
