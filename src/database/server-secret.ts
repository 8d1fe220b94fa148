import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A 32-byte key of this deployment, the same for every process; created on first use. */
export async function loadServerSecret(database: Database, name: string): Promise<Buffer> {
  return database.transaction(async ({ tx }) => {
    const fresh = randomBytes(32)
    const { rows } = await sql<{ value: Buffer }>`
      with made as (
        insert into server_secret (name, value) values (${name}, ${fresh}) on conflict (name) do nothing returning value
      )
      select value from made union all select value from server_secret where name = ${name} limit 1`.execute(
      tx,
    )
    const value = rows[0]?.value
    if (value === undefined)
      throw new Error(`two processes made the server secret ${name} at once; start again`)
    return value
  })
}
