import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { counted } from '../../contract/text.ts'
import { findBinaries } from '../../database/embedded/binaries.ts'
import { clusterOf, dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { runningServer } from '../../database/embedded/postmaster.ts'
import { knownMigrations } from '../../database/build.ts'
import { backupGraceHours } from '../../database/overdue-backup.ts'
import { unfinishedRestore } from '../../database/migrate.ts'
import { keyOf } from '../../database/secrets/secret-key.ts'
import { secretKeysOf } from '../../database/secrets/secret-keys.ts'
import { isListed, portOf } from '../../outgoing/listed-hosts.ts'
import { connectClient, type Connection } from '../../database/session.ts'
import { checkNotices } from './check-notices.ts'
import { failed, fine, warned, type Check } from './check.ts'
import { explainError } from '../api/explain-error.ts'

/** Checks the database of a configuration, and starts none. */
export async function checkDatabase(config: Config): Promise<Check[]> {
  if (config.databaseUrl !== undefined) return checkConnection(config, { url: config.databaseUrl })
  const directory = dataDirectoryOf(config)
  const before = [await checkBinaries(), await checkDisk(directory)]
  const connection = await runningServer(clusterOf(directory))
  if (connection !== undefined) return [...before, ...(await checkConnection(config, connection))]
  const message = existsSync(clusterOf(directory))
    ? `The embedded PostgreSQL of ${directory} does not run`
    : `There is no database in ${directory} yet`
  return [...before, warned('database', message, 'Start it with: muster serve')]
}

async function checkBinaries(): Promise<Check> {
  try {
    const { version } = await findBinaries()
    return fine('embedded postgres', `PostgreSQL ${version} is installed`)
  } catch (error) {
    return failed('embedded postgres', explainError(error), 'Or set MUSTER_DATABASE_URL.')
  }
}

const scarceBytes = 5 * 2 ** 30
const tooFewBytes = 2 ** 29

/** The disk of the data directory, or of the first directory above it that exists. */
async function checkDisk(directory: string): Promise<Check> {
  let path = directory
  while (!existsSync(path) && path !== '/') path = path.replace(/\/[^/]*$/, '') || '/'
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  const message = `${(free / 2 ** 30).toFixed(1)} GB are free for ${directory}`
  if (free >= scarceBytes) return fine('disk', message)
  const next = 'Make room, or give another --data-directory.'
  return free >= tooFewBytes ? warned('disk', message, next) : failed('disk', message, next)
}

async function checkConnection(config: Config, connection: Connection): Promise<Check[]> {
  let client: Client
  try {
    client = await connectClient(connection, 'muster doctor', { isReadOnly: true })
  } catch (error) {
    const next = 'Check that it runs, and MUSTER_DATABASE_URL.'
    return [failed('database', explainError(error), next)]
  }
  try {
    return [
      await checkVersion(client),
      await checkMigrations(client),
      await checkClock(client),
      ...(await checkSecretKey(client, config)),
      ...(await checkWebhookHosts(client, config)),
      ...(await checkWorkloads(client, config)),
      ...(await checkAuditStream(client, config)),
      ...(await checkBackup(client)),
      ...((await hasTable(client, 'notice')) ? await checkNotices(client, config) : []),
    ]
  } finally {
    await client.end()
  }
}

const oldestVersion = 16

async function checkVersion(client: Client): Promise<Check> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as number`,
  )
  const { version = '', number = 0 } = rows[0] ?? {}
  const message = `PostgreSQL ${version} answers`
  return number >= oldestVersion * 10_000
    ? fine('database', message)
    : failed('database', message, `Muster needs PostgreSQL ${oldestVersion} or newer.`)
}

async function checkMigrations(client: Client): Promise<Check> {
  if (await hasTable(client, unfinishedRestore))
    return failed(
      'migrations',
      'A restore into this database was not finished',
      'Run the same `muster restore` again.',
    )
  if (!(await hasTable(client, 'schema_migration')))
    return warned('migrations', 'The database has no schema yet', 'Run: muster migrate')
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const ran = new Set(rows.map(({ name }) => name))
  const known = knownMigrations()
  const pending = known.filter((name) => !ran.has(name))
  const newer = ran.size - (known.length - pending.length)
  if (pending.length > 0)
    return warned('migrations', `${pending.length} have not run`, 'Run: muster migrate')
  const { rows: required } = await client.query<{ requires: string }>(
    'select requires from schema_source where requires > $1',
    [known.at(-1) ?? ''],
  )
  if (required[0] !== undefined)
    return failed(
      'migrations',
      `A newer version of Muster ran ${required[0].requires}, beside which this one must not write`,
      'Update this one.',
    )
  return newer > 0
    ? warned(
        'migrations',
        `${newer} are of a newer version of Muster`,
        'Update this one, or use it only until the newer one has replaced it.',
      )
    : fine('migrations', `all ${known.length} have run, the last is ${known.at(-1)}`)
}

const clockSeconds = 2

/** The database's clock decides when access ends. */
async function checkClock(client: Client): Promise<Check> {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const here = (before + Date.now()) / 2
  const seconds = Math.abs((rows[0]?.now.getTime() ?? here) - here) / 1000
  const message = `differs by ${seconds.toFixed(1)} s from that of the database`
  return seconds <= clockSeconds
    ? fine('clock', message)
    : warned('clock', message, 'Let both machines set their clocks by NTP.')
}

/** Checks that what active webhooks send may be sent. Nothing where there are none. */
async function checkWebhookHosts(client: Client, config: Config): Promise<Check[]> {
  if (!(await hasTable(client, 'webhook'))) return []
  const { rows } = await client.query<{ url: string }>(
    `select url from webhook where state = 'active' order by url`,
  )
  if (rows.length === 0) return []
  const hosts = rows
    .map(({ url }) => new URL(url))
    .filter((url) => !isListed(config.webhookHosts, { host: url.hostname, port: portOf(url) }))
    .map((url) => `${url.hostname}:${portOf(url)}`)
  const name = 'webhooks'
  if (hosts.length === 0)
    return [fine(name, `${counted(rows.length, 'webhook')}, to hosts of MUSTER_WEBHOOK_HOSTS`)]
  const missing = [...new Set(hosts)].join(',')
  const next = `Add to MUSTER_WEBHOOK_HOSTS of the server, or pause them: ${missing}`
  return [warned(name, `${counted(hosts.length, 'webhook')} can’t be sent`, next)]
}

/** Checks that jobs whose identity a service trusts can get a token. Nothing where none is trusted. */
async function checkWorkloads(client: Client, { workloadIssuers }: Config): Promise<Check[]> {
  if (!(await hasTable(client, 'service_use'))) return []
  const { rows } = await client.query<{ issuer: string; services: string[] }>(
    `select w ->> 'issuer' as issuer, array_agg(distinct handle order by handle) as services
     from service, jsonb_array_elements(workload_identities) w where deleted_at is null group by 1 order by 1`,
  )
  if (rows.length === 0) return []
  const missing = rows.filter(({ issuer }) => !workloadIssuers.includes(issuer))
  const name = 'workloads'
  if (missing.length === 0)
    return [fine(name, `${counted(rows.length, 'issuer')} of MUSTER_WORKLOAD_ISSUERS`)]
  const services = [...new Set(missing.flatMap((each) => each.services))]
  const issuers = missing.map(({ issuer }) => issuer).join(',')
  const next = `Add to MUSTER_WORKLOAD_ISSUERS of the server, or trust them no more: ${issuers}`
  return [warned(name, `jobs of ${services.join(', ')} get no token`, next)]
}

/** Checks that backups are made. Nothing where none has a schedule. */
async function checkBackup(client: Client): Promise<Check[]> {
  if (!(await hasTable(client, 'schedule'))) return []
  const { rows } = await client.query<{ due: Date; isOverdue: boolean }>(
    `select due_at as due, due_at < clock_timestamp() - $1 * interval '1 hour' as "isOverdue" from schedule where name = 'backup'`,
    [backupGraceHours],
  )
  const [found] = rows
  if (found === undefined) return []
  const at = found.due.toISOString()
  if (!found.isOverdue) return [fine('backup', `the next one is due at ${at}`)]
  const next = 'Look whether `muster backup --schedule` runs, and what it prints.'
  return [warned('backup', `the one that was due at ${at} was not made`, next)]
}

/** Checks that a SIEM gets the audit log. Nothing where none is set. */
async function checkAuditStream(client: Client, { auditStream }: Config): Promise<Check[]> {
  if (auditStream === null || !(await hasTable(client, 'audit_stream'))) return []
  const { target } = auditStream
  const { rows } = await client.query<{ error: string | null; since: Date; waiting: number }>(
    `select last_error as error, failing_since as since, (select count(*)::int from (
      select from audit_log where sequence > s.position limit 10000) l) as waiting
    from audit_stream s where target = $1`,
    [target],
  )
  const name = 'audit stream'
  const [found] = rows
  if (found === undefined)
    return [warned(name, `nothing was sent to ${target} yet`, 'Start a server with this setting.')]
  if (found.error === null)
    return [fine(name, `${target} has all but ${counted(found.waiting, 'row')} of the audit log`)]
  const next = 'The rows are in the log, and follow when it can be written.'
  return [failed(name, `${target}, since ${found.since.toISOString()}: ${found.error}`, next)]
}

/** Checks that the credentials of sources can be decrypted, and makes no key. Nothing where there are none. */
async function checkSecretKey(client: Client, config: Config): Promise<Check[]> {
  if (!(await hasTable(client, 'integration_secret'))) return []
  const { rows } = await client.query<{ key: string; sources: number }>(
    'select key_id as key, count(*)::int as sources from integration_secret group by key_id order by key_id',
  )
  if (rows.length === 0) return []
  const name = 'secret key'
  const keys = secretKeysOf(config, dataDirectoryOf(config))
  const next = 'Sources with a credential are not read until then.'
  if (keys.file !== null && !existsSync(keys.file))
    return [failed(name, `${keys.file} is not there. Restore it, or set MUSTER_SECRET_KEY.`, next)]
  try {
    const ring = await keys.load()
    for (const { key } of rows) keyOf(ring, key)
  } catch (error) {
    return [failed(name, explainError(error), next)]
  }
  const sources = rows.reduce((sum, each) => sum + each.sources, 0)
  return [fine(name, `is that of the credentials of ${counted(sources, 'source')}`)]
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select where to_regclass($1) is not null', [name])
  return rows.length > 0
}
