import { Kysely, PostgresDialect, sql, type Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import type { DB } from './gen/tables.ts'
import { createPool, type Connection } from './pool.ts'

/** A connection that reads: each statement sees what was committed when it began. */
export type Reader = Kysely<DB>
/** The connection of one transaction. A {@link Reader} too: queries take either. */
export type Transaction = KyselyTransaction<DB>

/** What a transaction implies for whatever a process keeps in memory. Learnt before it commits. */
export type Effects = {
  /** Directory users whose bodies it changes; `all` when too many or of unbounded reach. */
  touched: 'all' | readonly string[]
  /** Tokens, grants or service roles changed. */
  access: boolean
  /** The earliest due instant after it, if there is any. */
  nextDueAt: Date | null
}

/** Told about every commit of this process, before (hold) and after (release) it happens. */
export type CommitWatcher = { hold(effects: Effects): void; release(effects: Effects): void }

export type TransactionContext = { tx: Transaction; now: Date }

/** One PostgreSQL and the only two ways to reach it. */
export type Database = {
  connection: Connection
  pool: pg.Pool
  /** Read-only: a write through it is refused by PostgreSQL. */
  read: Reader
  /** The database's clock as last measured, or the injected one. */
  now: () => Date
  /**
   * Runs `work` in one read-write transaction and commits. It runs again, at most three times, when PostgreSQL
   * reports a deadlock or a serialization failure, so it must have no effects outside the transaction.
   */
  transaction: <T>(work: (context: TransactionContext) => Promise<T>) => Promise<T>
  watch: (watcher: CommitWatcher) => void
  close: () => Promise<void>
}

export type DatabaseOptions = {
  connection: Connection
  poolSize?: number
  /** Tests inject the instant that everything reads as now. */
  clock?: (() => Date) | undefined
}

/** Connects. The schema must be there: see migrate.ts. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = createPool(options.connection, options.poolSize ?? 10)
  const read = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const watchers: CommitWatcher[] = []
  const clockOffset = options.clock === undefined ? await measureClock(pool) : 0
  const now = options.clock ?? (() => new Date(Date.now() + clockOffset))
  return {
    connection: options.connection,
    pool,
    read,
    now,
    transaction: (work) => withRetries(() => runTransaction(read, watchers, options.clock, work)),
    watch: (watcher) => void watchers.push(watcher),
    close: () => read.destroy(),
  }
}

async function measureClock(pool: pg.Pool): Promise<number> {
  const before = Date.now()
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const after = Date.now()
  return (rows[0]?.now.getTime() ?? after) - (before + after) / 2
}

async function runTransaction<T>(
  read: Reader,
  watchers: readonly CommitWatcher[],
  clock: (() => Date) | undefined,
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  let effects: Effects | undefined
  try {
    return await read
      .transaction()
      .setAccessMode('read write')
      .execute(async (tx) => {
        const result = await work({ tx, now: await readNow(tx, clock) })
        effects = await readEffects(tx)
        for (const watcher of watchers) watcher.hold(effects)
        return result
      })
  } finally {
    if (effects !== undefined) for (const watcher of watchers) watcher.release(effects)
  }
}

async function readNow(tx: Transaction, clock: (() => Date) | undefined): Promise<Date> {
  const injected = clock?.().toISOString() ?? ''
  const { rows } = await sql<{ now: Date }>`
    select current_instant() as now from set_config('muster.now', ${injected}, true)`.execute(tx)
  const now = rows[0]?.now
  if (now === undefined) throw new Error('the database did not tell the time')
  return now
}

async function readEffects(tx: Transaction): Promise<Effects> {
  const { rows } = await sql<{
    touched: string | null
    access: string | null
    next_due_at: Date | null
  }>`
    select current_setting('muster.touched', true) as touched,
      current_setting('muster.access_touched', true) as access,
      (select min(at) from due_instant) as next_due_at`.execute(tx)
  const [row] = rows
  const touched = row?.touched ?? ''
  return {
    touched: touched === 'all' ? 'all' : touched.split(' ').filter((id) => id !== ''),
    access: row?.access === 'yes',
    nextDueAt: row?.next_due_at ?? null,
  }
}

const retriedCodes = new Set(['40001', '40P01'])

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === 3 || !retriedCodes.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** PostgreSQL's five-character error code, if that is what the error is. */
function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** The name of the constraint that refused a row, if that is what the error is. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}
