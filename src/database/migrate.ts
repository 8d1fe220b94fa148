import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { beginAlone } from './begin-alone.ts'
import { endMemory } from './lease-lock.ts'
import {
  hasSchemaSources,
  inFile,
  readSchemaSources,
  readSqlFiles,
  recreate,
  type SchemaSources,
  type SqlFile,
} from './schema-sources.ts'
import { version } from '../contract/version.ts'
import { connectClient, type Connection } from './session.ts'
import { endSession, findHolder, frozenSeconds, howToEnd, type Query } from './silent-sessions.ts'
import { SparseLog } from './sparse-log.ts'
import { watchBlockers } from './watch-blockers.ts'

const ownDirectory = fileURLToPath(new URL('.', import.meta.url))

/** Any number will do, if all versions of Muster use the same. A backup holds it shared. */
export const migrationLockKey = 7_232_002

/** A table that is there while a restore has not finished. */
export const unfinishedRestore = 'unfinished_restore'

/** The rows of a backup, written into the tables as they were once its migrations had run. */
export type Fill = {
  migrations: readonly { name: string; checksum: string }[]
  run: (client: Client) => Promise<void>
}

export type MigrateOptions = {
  /** Where the folders `migrations` and `sql` are. */
  directory?: string
  /** Says which migrations ran, and how long each took. */
  log?: (line: string) => void
  /** Says what it waits for. */
  warn?: (line: string) => void
  /** Fills an empty database before the migrations run that are not among its own. */
  fill?: Fill | undefined
  /** Another migrating process that has sent nothing for this many seconds counts as frozen. */
  frozenAfterSeconds?: number
}

/**
 * Brings the schema up to date: runs the migrations that are pending, forward only, and makes functions, views and
 * triggers what their files say, all in one transaction. If nothing is to be done it takes no lock; otherwise it waits
 * until no other process migrates. Meanwhile no process answers from memory: a server of the former version may run
 * beside it, and would not learn of what a migration changes.
 * @returns the names of the migrations that it ran
 * @throws Error with the name of a migration that was edited after it ran, or that this version would have to know
 */
export async function migrate(
  connection: Connection,
  {
    directory = ownDirectory,
    log = () => undefined,
    warn = () => undefined,
    fill,
    frozenAfterSeconds = frozenSeconds,
  }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectClient(connection, 'muster migrate', { isReadOnly: false })
  try {
    await requireWritable(client)
    await refuseUnfinished(client)
    const wanted = {
      migrations: await readSqlFiles(join(directory, 'migrations')),
      sources: await readSchemaSources(join(directory, 'sql')),
    }
    if (await isCurrent(client, wanted)) return []
    await waitForLock(client, frozenAfterSeconds, warn)
    const watch = await watchBlockers(connection, client, { frozenAfterSeconds, log: warn })
    try {
      return await bringUpToDate(client, wanted, { log, warn, fill })
    } finally {
      await watch.close()
    }
  } finally {
    await client.end()
  }
}

type Schema = { migrations: readonly SqlFile[]; sources: SchemaSources }

async function isCurrent(client: Client, { migrations, sources }: Schema): Promise<boolean> {
  const ran = await checksumsThatRan(client)
  if (findPending(ran, migrations).length > 0) return false
  // Migrations that this version does not know: a newer one was here, and its functions stay.
  if (ran.size === migrations.length) return hasSchemaSources(client, sources)
  await refuseNewerSchema(client, migrations)
  return true
}

/** A migration with this line leaves the schema so that servers of the version before may go on writing beside newer ones. */
const olderServersMayWrite = /^-- Older servers may write\.$/m

async function refuseNewerSchema(client: Client, migrations: readonly SqlFile[]): Promise<void> {
  const { rows } = await client.query<{ requires: string; version: string }>(
    'select requires, version from schema_source where requires > $1',
    [migrations.at(-1)?.name ?? ''],
  )
  const [newer] = rows
  if (newer === undefined) return
  throw new Error(
    `The schema of this database is newer than this version of Muster (${version}): Muster ${newer.version} ran ${newer.requires}. Start that version, or restore a backup from before the upgrade.`,
  )
}

/** The first migration before the first release, when there were 48. */
const unreleased = '0001-foundation'

/** Throws where a file was edited after it ran, or would run out of order. */
function findPending(ran: Checksums, migrations: readonly SqlFile[]): SqlFile[] {
  if (ran.has(unreleased))
    throw new Error(
      'This database was made by a version of Muster before the first release, and cannot be upgraded. Use an empty database: another MUSTER_DATABASE_URL or another data directory. Then import the sources and apply the policy file again.',
    )
  for (const { name, checksum } of migrations) {
    if ((ran.get(name) ?? checksum) === checksum) continue
    throw new Error(
      `The migration ${name}.sql was changed after it ran on this database. Restore the file as it was released, and make the change in a new migration.`,
    )
  }
  const pending = migrations.filter(({ name }) => !ran.has(name))
  const newest = [...ran.keys()].sort().at(-1) ?? ''
  for (const { name } of pending) {
    if (name > newest) continue
    throw new Error(
      `The migration ${name}.sql has not run on this database, but a later one has: ${newest}. Give it a greater number.`,
    )
  }
  return pending
}

/** Name of a migration → checksum of its file. */
type Checksums = ReadonlyMap<string, string>

/** Empty without a schema. */
async function checksumsThatRan(client: Client): Promise<Checksums> {
  const { rows: tables } = await client.query(
    `select where to_regclass('schema_migration') is not null`,
  )
  if (tables.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from schema_migration`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
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
  let withoutHolder = 0
  while (!(await tryLock(client))) {
    const holder = await findHolder(query, migrationLockKey)
    if (holder === undefined) {
      // It is held shared, unless it was released just now.
      if (++withoutHolder > 8)
        sparse.say('backup', 'A backup of this database is being made; waiting until it is done.')
    } else {
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

/** Under the lock, so that what another process did meanwhile is not done again. */
async function bringUpToDate(
  client: Client,
  wanted: Schema,
  {
    log,
    warn,
    fill,
  }: Required<Pick<MigrateOptions, 'log' | 'warn'>> & Pick<MigrateOptions, 'fill'>,
): Promise<string[]> {
  if (await isCurrent(client, wanted)) return []
  if (fill !== undefined) refuseUnknown(fill, wanted.migrations)
  if (await mayBeAnswering(client))
    await endMemory((text, values) => client.query(text, values), warn)
  await beginAlone(client)
  try {
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, ran_at timestamptz not null default now())`)
    const pending = findPending(await checksumsThatRan(client), wanted.migrations)
    const required = pending.filter(({ text }) => !olderServersMayWrite.test(text))
    const alterTables = () => runMigrations(client, pending, { log, fill })
    await recreate(client, wanted.sources, alterTables, required.at(-1)?.name)
    // No trigger notes what a migration changes, so all responses that servers keep are out of date.
    await client.query('update policy_epoch set epoch = epoch + 1, policy = policy + 1')
    await client.query('commit')
    return pending.map(({ name }) => name)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function runMigrations(
  client: Client,
  pending: readonly SqlFile[],
  { log, fill }: Required<Pick<MigrateOptions, 'log'>> & Pick<MigrateOptions, 'fill'>,
): Promise<void> {
  for (const { name, text, checksum } of pending) {
    const startedAt = performance.now()
    try {
      await client.query(text)
    } catch (error) {
      throw inFile(`migrations/${name}`, error)
    }
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ])
    log(`Migration ${name}: ${((performance.now() - startedAt) / 1000).toFixed(2)} s`)
    if (name === fill?.migrations.at(-1)?.name) await fill.run(client)
  }
}

/** A backup's migrations are the first ones of this version. */
function refuseUnknown({ migrations }: Fill, known: readonly SqlFile[]): void {
  const wrong = migrations.find(({ name, checksum }, at) => {
    const own = known[at]
    return own?.name !== name || own.checksum !== checksum
  })
  if (wrong === undefined && migrations.length > 0) return
  throw new Error(
    `The backup was made by a newer version of Muster, or by one with other migrations: this one (${version}) does not have ${wrong?.name ?? 'its first'} there. Restore it with the version that made it.`,
  )
}

async function refuseUnfinished(client: Client): Promise<void> {
  const { rows } = await client.query(`select where to_regclass($1) is not null`, [
    unfinishedRestore,
  ])
  if (rows.length === 0) return
  throw new Error(
    'A restore into this database was not finished: erasures of people may be missing. Run the same `muster restore` again.',
  )
}

/** Whether there is a schema that servers may be answering from. */
async function mayBeAnswering(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select where to_regclass('cache_lease') is not null`)
  return rows.length > 0
}

async function requireWritable(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; isStandby: boolean }>(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isStandby"`,
  )
  if (rows[0]?.isStandby === true)
    throw new Error(
      'The database is a standby that has not taken over, so nothing can be written. Promote it, or point MUSTER_DATABASE_URL at its primary.',
    )
  const version = rows[0]?.version ?? 0
  if (version < 160_000) {
    throw new Error(
      `Muster needs PostgreSQL 16 or newer; this server says ${Math.floor(version / 10_000)}. Point MUSTER_DATABASE_URL at a newer one, or leave it unset to use the embedded PostgreSQL 18.`,
    )
  }
}
