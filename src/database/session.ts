import { Client, type ClientBase, type ClientConfig } from 'pg'
import { attemptMilliseconds, NotPrimary, serversOf } from './servers.ts'
import { Sockets } from './sockets.ts'

/** Where PostgreSQL answers: a URL, which may name several hosts, or the Unix socket directory of the embedded one. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string }

/** The role that owns nothing and that the server works as (migrations/0001-schema.sql). */
export const serverRole = 'muster_server'

/** Settings of PostgreSQL for one session, by their names there. */
export type Settings = Readonly<Record<string, string>>

/** The settings that the code relies on, regardless of those of the database and the role. */
const reliedOn: Settings = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  search_path: 'public, pg_temp',
  session_replication_role: 'origin',
  synchronous_commit: 'on',
  // A kind of session that needs one of these limits sets it (SessionOptions).
  statement_timeout: '0',
  lock_timeout: '0',
  idle_session_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
}

/** A host that loses power leaves its sessions and their locks behind: TCP detects that within half a minute. */
const keepalives: Settings = {
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30000',
}

/** PostgreSQL does not report these as they were set if the session uses a Unix socket, which has no TCP. */
const isUnchecked = (name: string) => name.startsWith('tcp_')

/** How one kind of session works. Without a `role` it works as the role that it logs in as. */
export type SessionOptions = {
  role?: string
  isReadOnly: boolean
  settings?: Settings
  sockets?: Sockets
}

/** A URL or its parts, as `pg` takes them; of several servers the current one. The session gets our name, by which other processes recognise it. */
export function clientConfig(connection: Connection, name: string): ClientConfig {
  if (!('url' in connection)) return { ...connection, application_name: name }
  const servers = serversOf(connection)
  const url = new URL(servers?.current ?? connection.url)
  url.searchParams.delete('application_name')
  return { connectionString: url.href, application_name: name }
}

/** Opens one connection and prepares its session. The caller ends it. */
export async function connectClient(
  connection: Connection,
  name: string,
  options: SessionOptions,
): Promise<Client> {
  const servers = serversOf(connection)
  const attempt = () => connectOnce(connection, name, options)
  return servers === undefined ? attempt() : servers.tryEach(attempt)
}

async function connectOnce(
  connection: Connection,
  name: string,
  options: SessionOptions,
): Promise<Client> {
  const client = new Client({
    ...clientConfig(connection, name),
    stream: (options.sockets ?? new Sockets()).make,
    connectionTimeoutMillis: serversOf(connection)?.areSeveral
      ? attemptMilliseconds
      : connectMilliseconds,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await prepareSession(client, connection, options)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

const connectMilliseconds = 10_000

/**
 * Applies the required settings of a session, in one statement, and reads them back. Throws if PostgreSQL keeps
 * another value, and, without setting anything, if a pooler gives each transaction another session.
 */
export async function prepareSession(
  client: ClientBase,
  connection: Connection,
  { role, isReadOnly, settings = {} }: SessionOptions,
): Promise<void> {
  const wanted = {
    ...reliedOn,
    ...keepalives,
    ...settings,
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    // The role comes last: a role that owns nothing may not set all of the others.
    ...(role === undefined ? {} : { role }),
  }
  if (serversOf(connection)?.areSeveral) await requirePrimary(client)
  const processId = 'processID' in client ? Number(client.processID) : null
  const direct = await setAll(client, wanted, processId)
  if (direct.length === 0) await refuseTransactionPooler(connection)
  const found = direct.length === 0 ? await setAll(client, wanted, null) : direct
  for (const { name, wanted, found: value } of found) {
    if (value === wanted || isUnchecked(name)) continue
    throw new Error(
      `The database session has ${name} = ${value} and Muster needs ${wanted}. Remove what sets it (alter database, alter role, the URL).`,
    )
  }
}

/** The driver can't be told to look for the primary. */
async function requirePrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
  if (rows[0]?.follows !== false) throw new NotPrimary()
}

/**
 * A commit that waits for a replica keeps more than one that waits for the disk only. A statement_timeout in the URL is for
 * Muster alone, so it stays.
 */
const isAsWanted = `(current_setting(name) = wanted
  or name = 'synchronous_commit' and wanted = 'on' and current_setting(name) <> 'off'
  or name = 'statement_timeout' and wanted = '0'
    and (select source from pg_settings s where s.name = t.name) = 'client')`
/** PostgreSQL 16 has no transaction_timeout. */
const isKnown = `(name <> 'transaction_timeout' or current_setting(name, true) is not null)`

type SettingRow = { name: string; wanted: string; found: string }

/** Sets nothing and returns no row if the session does not have this process id. */
async function setAll(
  client: ClientBase,
  wanted: Settings,
  processId: number | null,
): Promise<SettingRow[]> {
  const { rows } = await client.query<SettingRow>({
    text: `select name, wanted, case when ${isAsWanted} then wanted else set_config(name, wanted, false) end as found
      from unnest($1::text[], $2::text[]) as t (name, wanted)
      where (pg_backend_pid() = $3::integer or $3 is null) and ${isKnown}`,
    values: [Object.keys(wanted), Object.values(wanted), processId],
  })
  return rows
}

/** A pooler between this process and PostgreSQL does not reserve a session for one client. */
export class TransactionPooler extends Error {
  constructor() {
    super(
      'The database URL leads to a pooler that gives each transaction another session (PgBouncer calls this pool_mode = ' +
        'transaction). Muster needs sessions of its own: it uses session settings, advisory locks and prepared statements. ' +
        'Connect to PostgreSQL itself, or to a pool with pool_mode = session.',
    )
  }
}

/**
 * A session that is reserved for one client always answers with the same process id, and no other client gets that
 * id. Two clients check it: the second begins a transaction while the first is idle, then the first queries again.
 */
async function refuseTransactionPooler(connection: Connection): Promise<void> {
  const first = await connectPlainly(connection)
  const second = await connectPlainly(connection).catch(() => undefined)
  try {
    const own = await backendOf(first)
    const isKept = (await backendOf(first)) === own
    // A pool of one session that is taken keeps it.
    if (isKept && second === undefined) return
    const isShared = !isKept || second === undefined || (await sharesSession(first, second, own))
    if (isShared) throw new TransactionPooler()
  } finally {
    await Promise.all([first.end(), second?.end()])
  }
}

async function sharesSession(first: Client, second: Client, own: number): Promise<boolean> {
  try {
    await second.query('begin')
  } catch {
    // A pooler that gives each statement another session refuses transactions.
    return true
  }
  return (await backendOf(second)) === own || (await backendOf(first)) !== own
}

async function connectPlainly(connection: Connection): Promise<Client> {
  const client = new Client({
    ...clientConfig(connection, 'muster'),
    connectionTimeoutMillis: connectMilliseconds,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
