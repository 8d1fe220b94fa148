import { connectDatabase, type Database } from './database.ts'
import { DirectoryInUse } from './embedded/directory-lock.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { connectClient, serverRole, type Connection } from './session.ts'

export type OpenOptions = {
  /** An external PostgreSQL; without it the embedded one of `dataDirectory`. */
  url?: string | undefined
  migrationUrl?: string | undefined
  dataDirectory: string
  poolSize?: number
  log?: (line: string) => void
  /** Says what a start waits for. */
  warn?: (line: string) => void
  /** PostgreSQL's settings, for the embedded one. */
  settings?: Record<string, string>
  /**
   * What a data directory in use means: a server refuses to start (`refuse`); a command that does one thing and ends
   * works beside the server, as a second process on one database does (`attach`).
   */
  whenInUse: 'refuse' | 'attach'
}

/** `stop` ends the embedded PostgreSQL, if it was started here; `close` closes the database before. */
export type OpenDatabase = {
  database: Database
  migrations: string[]
  stop(): Promise<void>
  close(): Promise<void>
}

/** Starts or reaches PostgreSQL, brings the schema up to date, and connects. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { connection, stop } =
    options.url === undefined
      ? await openEmbedded(options)
      : { connection: { url: options.url }, stop: async () => undefined }
  try {
    const owner: Connection =
      options.migrationUrl === undefined ? connection : { url: options.migrationUrl }
    const migrations = await migrate(owner, options.warn === undefined ? {} : { log: options.warn })
    const server = options.url === undefined ? await asServer(connection) : connection
    const database = await connectDatabase({ connection: server, poolSize: options.poolSize ?? 10 })
    return {
      database,
      migrations,
      stop,
      close: async () => {
        await database.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The embedded PostgreSQL lets its one guest in as the role that owns nothing: only migrations are its owner's. */
async function asServer(connection: Connection): Promise<Connection> {
  const client = await connectClient(connection, 'muster start', { isReadOnly: false })
  try {
    await client.query(`alter role ${serverRole} login`)
  } finally {
    await client.end()
  }
  return 'url' in connection ? connection : { ...connection, user: serverRole }
}

async function openEmbedded(
  options: OpenOptions,
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const start = {
    dataDirectory: options.dataDirectory,
    log: options.log ?? (() => undefined),
    settings: options.settings ?? {},
  }
  try {
    return await startEmbeddedPostgres(start)
  } catch (error) {
    if (options.whenInUse === 'refuse' || !(error instanceof DirectoryInUse)) throw error
    const { connection } = await startEmbeddedPostgres({ ...start, exclusive: false })
    // The server that uses it stops it.
    return { connection, stop: async () => undefined }
  }
}
