import { Client, Pool, types, type ClientConfig } from 'pg'

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

/** Every statement is prepared under a name, because planning costs more than running most of them. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= maximumStatements) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

class NamingClient extends Client {
  // The overloads of Client.query can't be restated; the arguments pass through unchanged but for the name.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config !== 'string' || !Array.isArray(values)) {
      return super.query(config, values, callback)
    }
    const name = statementName(config)
    return super.query(
      name === undefined ? { text: config, values } : { name, text: config, values },
      callback,
    )
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

/**
 * The server's connections: they work as {@link serverRole} and are read-only outside `transaction()`,
 * so that a write which left its transaction fails instead of escaping audit and cache.
 */
export function createPool(connection: Connection, size: number): Pool {
  const pool = new Pool({
    ...clientConfig(connection, [
      `role=${serverRole}`,
      'default_transaction_read_only=on',
      'timezone=UTC',
      'jit=off',
    ]),
    Client: NamingClient,
    max: size,
    application_name: 'muster',
    connectionTimeoutMillis: 10_000,
  })
  // An idle connection that PostgreSQL closes is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}
