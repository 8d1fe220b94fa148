import { Client, type ClientBase, type ClientConfig } from 'pg'

/** Where PostgreSQL answers: a URL, or the Unix socket directory of the embedded one. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string }

/** The role that owns nothing and that the server works as (migration 0001). */
export const serverRole = 'muster_server'

/** Settings of PostgreSQL for one session, by their names there. */
export type Settings = Readonly<Record<string, string>>

/** What the code relies on, whatever the database and the role set for their sessions. */
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
}

/** A host that lost its power leaves sessions behind, with their locks: TCP gives it up within half a minute. */
const aliveness: Settings = {
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30000',
}

/** PostgreSQL does not give these back as they were set: through a Unix socket there is no TCP. */
const isUnchecked = (name: string) => name.startsWith('tcp_')

/** How one kind of session works. Without a `role` it works as the role that it logs in as. */
export type SessionOptions = { role?: string; isReadOnly: boolean; settings?: Settings }

/** A URL and discrete parts as `pg` takes them. The name of a session is ours: other processes recognise it by that. */
export function clientConfig(connection: Connection, name: string): ClientConfig {
  if (!('url' in connection)) return { ...connection, application_name: name }
  const url = new URL(connection.url)
  url.searchParams.delete('application_name')
  return { connectionString: url.href, application_name: name }
}

/** Opens one connection and prepares its session. The caller ends it. */
export async function connectClient(
  connection: Connection,
  name: string,
  options: SessionOptions,
): Promise<Client> {
  const client = new Client({
    ...clientConfig(connection, name),
    connectionTimeoutMillis: connectMilliseconds,
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
 * Sets what a session must have, in one statement, and reads it back. Throws where PostgreSQL keeps another value, and
 * where a pooler stands between that gives each transaction another session: then nothing was set.
 */
export async function prepareSession(
  client: ClientBase,
  connection: Connection,
  { role, isReadOnly, settings = {} }: SessionOptions,
): Promise<void> {
  const wanted = {
    ...reliedOn,
    ...aliveness,
    ...settings,
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    // The last: a role that owns nothing may not set all of the others.
    ...(role === undefined ? {} : { role }),
  }
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

type SettingRow = { name: string; wanted: string; found: string }

/** Sets nothing and returns no row where the session is not that of this process id. */
async function setAll(
  client: ClientBase,
  wanted: Settings,
  processId: number | null,
): Promise<SettingRow[]> {
  const { rows } = await client.query<SettingRow>({
    text: `select name, wanted, case when current_setting(name) = wanted then wanted else set_config(name, wanted, false) end as found
      from unnest($1::text[], $2::text[]) as t (name, wanted)
      where pg_backend_pid() = $3::integer or $3 is null`,
    values: [Object.keys(wanted), Object.values(wanted), processId],
  })
  return rows
}

/** There is a pooler between this process and PostgreSQL that does not keep a session to one client. */
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
 * A session that is kept to one client answers with the same process id each time, and nobody else gets that id. Two
 * clients try: the second begins a transaction while the first is idle, then the first asks again.
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
