import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
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
}

/** Told about every commit of this process, before (hold) and after (release) it happens. */
export type CommitWatcher = { hold(effects: Effects): void; release(effects: Effects): void }

export type TransactionContext = { tx: Transaction; now: Date }

/** One PostgreSQL and the only two ways to reach it. */
export type Database = {
  connection: Connection
  /** Who this process is to the lease (lease.ts). */
  processId: string
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
  const processId = randomUUID()
  const now = options.clock ?? (() => new Date(Date.now() + clockOffset))
  return {
    connection: options.connection,
    processId,
    pool,
    read,
    now,
    transaction: (work) =>
      withRetries(() => runTransaction({ read, watchers, clock: options.clock, processId }, work)),
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

type Writer = {
  read: Reader
  watchers: readonly CommitWatcher[]
  clock: (() => Date) | undefined
  processId: string
}

async function runTransaction<T>(
  { read, watchers, clock, processId }: Writer,
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  let effects: Effects | undefined
  try {
    return await read
      .transaction()
      .setAccessMode('read write')
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        const result = await work({ tx, now: await begin(tx, clock, processId) })
        effects = await readEffects(tx)
        for (const watcher of watchers) watcher.hold(effects)
        return result
      })
  } finally {
    if (effects !== undefined) for (const watcher of watchers) watcher.release(effects)
  }
}

/** Another process holds the lease, and answers from memory: nobody else may write until it has let go. */
class NotAdmitted extends Error {
  readonly code = '57P03'
}

/**
 * Reads the one instant of the transaction, and takes a share of the lease's row that nobody else's new lease can pass:
 * a process whose part in the lease was cut off can't write beside one that answers from memory.
 */
async function begin(
  tx: Transaction,
  clock: (() => Date) | undefined,
  processId: string,
): Promise<Date> {
  const injected = clock?.().toISOString() ?? ''
  const { rows } = await sql<{ now: Date; admitted: boolean }>`
    with lease as materialized (
      select from cache_lease where holder = ${processId} or valid_until < clock_timestamp() for key share
    )
    select current_instant() as now, exists (select from lease) as admitted
    from set_config('muster.now', ${injected}, true)`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not tell the time')
  if (!row.admitted) throw new NotAdmitted('another process holds the lease')
  return row.now
}

async function readEffects(tx: Transaction): Promise<Effects> {
  const { rows } = await sql<{
    touched: string | null
    access: string | null
  }>`
    select current_setting('muster.touched', true) as touched,
      current_setting('muster.access_touched', true) as access`.execute(tx)
  const [row] = rows
  const touched = row?.touched ?? ''
  return {
    touched: touched === 'all' ? 'all' : touched.split(' ').filter((id) => id !== ''),
    access: row?.access === 'yes',
  }
}

const retriedCodes = new Set(['40001', '40P01'])
const admissionTries = 40
const admissionMilliseconds = 150

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const isLease = error instanceof NotAdmitted
      if (tries === (isLease ? admissionTries : 3)) throw error
      // The lease is asked for with every beat (lease.ts), and let go within one.
      if (isLease) await sleep(admissionMilliseconds)
      else if (!retriedCodes.has(sqlState(error) ?? '')) throw error
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
