import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { runner } from 'node-pg-migrate'
import { endMemory } from './lease.ts'
import { connectClient, type Connection } from './session.ts'
import { endSession, findHolder, frozenSeconds, howToEnd, type Query } from './silent-sessions.ts'
import { SparseLog } from './sparse-log.ts'
import { watchBlockers } from './watch-blockers.ts'

const ownDirectory = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number will do, if all versions of Muster use the same. */
const migrationLockKey = 7_232_002

export type MigrateOptions = {
  directory?: string
  log?: (line: string) => void
  /** Another migrating process that has sent nothing for this many seconds counts as frozen. */
  frozenAfterSeconds?: number
}

/**
 * Brings the schema up to date, forward only, each migration in its own transaction. If nothing is pending it takes no
 * lock; otherwise it waits until no other process migrates. While it runs migrations, no process answers from memory: a
 * server of the former version may run beside it, and would not learn of what a migration changes.
 * @returns the names of the migrations that it ran
 * @throws Error with the name of a migration that was edited after it ran
 */
export async function migrate(
  connection: Connection,
  {
    directory = ownDirectory,
    log = () => undefined,
    frozenAfterSeconds = frozenSeconds,
  }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectClient(connection, 'muster migrate', { isReadOnly: false })
  try {
    await requireVersion(client)
    const checksums = await checksumsOf(directory)
    if (isCurrent(await checksumsThatRan(client), checksums)) return []
    await waitForLock(client, frozenAfterSeconds, log)
    const watch = await watchBlockers(connection, client, { frozenAfterSeconds, log })
    try {
      return await runPending(client, { directory, checksums, log })
    } finally {
      await watch.close()
    }
  } finally {
    await client.end()
  }
}

/** Name of a migration → SHA-256 of its file, in hexadecimal; null where it ran before checksums were kept. */
type Checksums = ReadonlyMap<string, string | null>

/** Line ends don't count: a checkout may convert them. */
async function checksumsOf(directory: string): Promise<Checksums> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql'))
  const entries = files.map(async (file) => {
    const text = await readFile(join(directory, file), 'utf8')
    const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
    return [file.slice(0, -'.sql'.length), hash] as const
  })
  return new Map(await Promise.all(entries))
}

/** Empty without a schema. */
async function checksumsThatRan(client: Client): Promise<Checksums> {
  const { rows: tables } = await client.query(
    `select where to_regclass('schema_migration') is not null`,
  )
  if (tables.length === 0) return new Map()
  // The column is missing where no migration ran since checksums are kept.
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    `select name, to_jsonb(m) ->> 'checksum' as checksum from schema_migration m`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Whether nothing is pending and every checksum is known. Throws where a file was edited after it ran. */
function isCurrent(ran: Checksums, files: Checksums): boolean {
  for (const [name, checksum] of ran) {
    const now = files.get(name)
    if (checksum === null || now === undefined || now === checksum) continue
    throw new Error(
      `The migration ${name}.sql was changed after it ran on this database. Restore the file as it was released, and make the change in a new migration.`,
    )
  }
  return [...files.keys()].every((name) => typeof ran.get(name) === 'string')
}

const lookMilliseconds = 250

/** Waits as long as the process that has the lock runs. The session of one that is frozen is ended: its migration is rolled back. */
async function waitForLock(
  client: Client,
  frozenAfterSeconds: number,
  log: (line: string) => void,
): Promise<void> {
  if (await tryLock(client)) return
  const query: Query = (text, values) => client.query(text, values)
  const sparse = new SparseLog(log)
  while (!(await tryLock(client))) {
    const holder = await findHolder(query, migrationLockKey)
    if (holder !== undefined) {
      const { pid, silentSeconds } = holder
      if ((silentSeconds ?? 0) < frozenAfterSeconds)
        sparse.say(
          `runs ${pid}`,
          `Another process migrates this database; waiting until its session ${pid} has finished. ${howToEnd(pid)}`,
        )
      else if (await endSession(query, pid))
        log(`Ended the session ${pid} of a process that migrates and does not answer`)
      else
        sparse.say(
          `frozen ${pid}`,
          `The process that migrates does not answer, and this role may not end its session. ${howToEnd(pid)}`,
        )
    }
    await sleep(lookMilliseconds)
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [migrationLockKey],
  )
  return rows[0]?.taken ?? false
}

type Pending = { directory: string; checksums: Checksums; log: (line: string) => void }

/** Under the lock, so that migrations that another process ran meanwhile are not run again. */
async function runPending(
  client: Client,
  { directory, checksums, log }: Pending,
): Promise<string[]> {
  const ran = await checksumsThatRan(client)
  if (isCurrent(ran, checksums)) return []
  const isPending = [...checksums.keys()].some((name) => !ran.has(name))
  if (isPending && (await mayBeAnswering(client))) {
    await endMemory((text, values) => client.query(text, values), log)
  }
  const newest = await runner({
    dbClient: client,
    dir: directory,
    direction: 'up',
    migrationsTable: 'schema_migration',
    checkOrder: true,
    noLock: true,
    verbose: false,
    log: () => undefined,
  })
  await client.query('alter table schema_migration add column if not exists checksum text')
  await client.query(
    `update schema_migration m set checksum = t.checksum
     from unnest($1::text[], $2::text[]) as t (name, checksum) where m.name = t.name and m.checksum is null`,
    [[...checksums.keys()], [...checksums.values()]],
  )
  return newest.map(({ name }) => name)
}

/** Whether there is a schema that servers may be answering from. */
async function mayBeAnswering(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select where to_regclass('cache_lease') is not null`)
  return rows.length > 0
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
