import { connectDatabase } from '../connect-database.ts'
import { type Database } from '../database.ts'
import { DirectoryInUse } from './directory-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from '../migrate.ts'
import type { Connection } from '../session.ts'

export type OpenOptions = {
  /** An external PostgreSQL; without it the embedded one of `dataDirectory`. */
  url?: string | undefined
  migrationUrl?: string | undefined
  /** A copy that follows it, for reads that may be a moment old. */
  replicaUrl?: string | undefined
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
  /** Ends a start that is under way: it rejects, and leaves no PostgreSQL behind. */
  signal?: AbortSignal | undefined
}

/** `stop` ends the embedded PostgreSQL, if it was started here; `close` closes the database before. */
export type OpenDatabase = {
  database: Database
  migrations: string[]
  stop(): Promise<void>
  close(): Promise<void>
}

const silently = () => undefined

/** Starts or reaches PostgreSQL, brings the schema up to date, and connects. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { signal } = options
  const { owner, login, stop } = await reachPostgres(options)
  // Whatever waits for PostgreSQL fails with it.
  const stopEarly = () => void stop().catch(() => undefined)
  signal?.addEventListener('abort', stopEarly)
  try {
    signal?.throwIfAborted()
    const migrations = await migrate(owner, {
      log: options.log ?? silently,
      warn: options.warn ?? silently,
    })
    const database = await connectDatabase({
      connection: login,
      replica: options.replicaUrl === undefined ? undefined : { url: options.replicaUrl },
      poolSize: options.poolSize ?? 10,
    })
    signal?.throwIfAborted()
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
  } finally {
    signal?.removeEventListener('abort', stopEarly)
  }
}

/** A PostgreSQL that answers: `owner` runs migrations, the server logs in as `login`. */
export type Reached = { owner: Connection; login: Connection; stop: () => Promise<void> }

/** Starts or reaches PostgreSQL, and does nothing there. */
export async function reachPostgres(options: OpenOptions): Promise<Reached> {
  return options.url === undefined ? openEmbedded(options) : ownServer(options.url, options)
}

function ownServer(url: string, { migrationUrl }: OpenOptions): Reached {
  return { owner: { url: migrationUrl ?? url }, login: { url }, stop: async () => undefined }
}

async function openEmbedded(options: OpenOptions): Promise<Reached> {
  const start = {
    dataDirectory: options.dataDirectory,
    log: options.log ?? silently,
    settings: options.settings ?? {},
  }
  try {
    const { administrator, login, stop } = await startEmbeddedPostgres(start)
    return { owner: administrator, login, stop }
  } catch (error) {
    if (options.whenInUse === 'refuse' || !(error instanceof DirectoryInUse)) throw error
    const { administrator, login } = await startEmbeddedPostgres({ ...start, exclusive: false })
    // The server that uses it stops it.
    return { owner: administrator, login, stop: async () => undefined }
  }
}
