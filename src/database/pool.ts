import { callbackify } from 'node:util'
import { Client, Pool, types, type ClientConfig, type QueryResult } from 'pg'
import { isStaleStatement } from './failure.ts'

/** Where PostgreSQL answers: a URL, or the Unix socket directory of the embedded one. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string }

/** The role that owns nothing and that the server works as (migration 0001). */
export const serverRole = 'muster_server'

const maximumStatements = 1000

/** 20 → number would lose digits above 2^53; counts here stay far below, so bigint columns read as numbers. */
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.JSON, (text) => text)

const statementNames = new Map<string, string>()
let namesGiven = 0

/** Every statement is prepared under a name, because planning costs more than running most of them. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= maximumStatements) return known
  const name = `s${namesGiven++}`
  statementNames.set(text, name)
  return name
}

/** A migration changed what a statement gives: on every connection all are prepared again, under names of their own. */
function renameStatements(text: string, staleName: string): void {
  if (statementNames.get(text) === staleName) statementNames.clear()
}

class NamingClient extends Client {
  // The overloads of Client.query can't be restated; the arguments pass through unchanged but for the name.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config !== 'string' || !Array.isArray(values)) {
      return super.query(config, values, callback)
    }
    const run = this.#runNamed(config, values)
    return typeof callback === 'function' ? callbackify(() => run)(callback) : run
  }

  /** A stale statement is prepared and sent again; within a transaction, which it has ended, that is the transaction's to do. */
  async #runNamed(text: string, values: unknown[]): Promise<QueryResult> {
    const name = statementName(text)
    if (name === undefined) return super.query({ text, values })
    try {
      return await super.query({ name, text, values })
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      renameStatements(text, name)
      if (this.getTransactionStatus() !== 'I') throw error
      return await super.query({ name: statementName(text), text, values })
    }
  }
}

/**
 * A URL and discrete parts as `pg` takes them, with settings for the session. A URL's own `options` come first, so
 * that ours are the ones that hold; left in the URL they would silently replace them.
 */
export function clientConfig(
  connection: Connection,
  settings: readonly string[] = [],
): ClientConfig {
  const ours = settings.map((setting) => `-c ${setting}`)
  if (!('url' in connection)) return { ...connection, options: ours.join(' ') }
  const url = new URL(connection.url)
  const theirs = url.searchParams.getAll('options')
  url.searchParams.delete('options')
  return { connectionString: url.href, options: [...theirs, ...ours].join(' ') }
}

/** A host that lost its power leaves sessions behind, with their locks: TCP gives it up within half a minute. */
const aliveness = [
  'tcp_keepalives_idle=15',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30000',
]

/** The schemas whose names need no prefix; reads of what is not settled find the views of migration 0029 first. */
export type SearchPath = 'public' | 'unsettled,public'

/** Over views planning takes many times as long as running, and PostgreSQL would plan the first five times anew. */
const planOnce = 'plan_cache_mode=force_generic_plan'

/**
 * The server's connections: they work as {@link serverRole} and are read-only outside `transaction()`,
 * so that a write which left its transaction fails instead of escaping audit and cache.
 */
export function createPool(
  connection: Connection,
  size: number,
  searchPath: SearchPath = 'public',
): Pool {
  const pool = new Pool({
    ...clientConfig(connection, [
      `role=${serverRole}`,
      `search_path=${searchPath}`,
      ...(searchPath === 'public' ? [] : [planOnce]),
      'default_transaction_read_only=on',
      'timezone=UTC',
      'jit=off',
      ...aliveness,
    ]),
    Client: NamingClient,
    pipeline: true,
    max: size,
    application_name: 'muster',
    connectionTimeoutMillis: 10_000,
  })
  // A connection that PostgreSQL closes is replaced on the next use; without listeners it would end the process, an
  // idle one through the pool, one in use by itself: who uses it is told by the statement that fails.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // What was killed is missed while its statement still runs. PostgreSQL can't everywhere, and then says so.
    client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  })
  return pool
}
