import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import type { BoundedPool } from './bounded-pool.ts'
import { build } from './build.ts'
import { DatabaseClock, readClock, type ClockReading } from './clock.ts'
import { commitOutcome, isRefusal, type Outcome, type Receipt } from './commit-outcome.ts'
import {
  conflictCodes,
  errorCode,
  isStaleStatement,
  NotAdmitted,
  OutcomeUnknown,
  SchemaIsNewer,
} from './failure.ts'
import type { DB } from './gen/tables.ts'
import { pipelined } from './pipelined.ts'
import { createPool } from './pool.ts'
import type { Connection } from './session.ts'
import { cancelIfWaiting, sessionName } from './silent-sessions.ts'
import { Sockets } from './sockets.ts'
import { Semaphore } from './semaphore.ts'

/** A row of what `select` selects. */
export type RowOf<Select extends (...given: never[]) => { executeTakeFirstOrThrow(): unknown }> =
  Awaited<ReturnType<ReturnType<Select>['executeTakeFirstOrThrow']>>

/** A connection for reads: each statement sees what was committed when it began. */
export type Reader = Kysely<DB>
/** The connection of one transaction. A {@link Reader} too: queries take either. */
export type Transaction = KyselyTransaction<DB>

/** What a transaction invalidates in the memory of processes. Collected before it commits. */
export type Effects = {
  /** Directory users whose bodies it changes; `all` when too many or of unbounded reach. */
  touched: 'all' | readonly string[]
  /** Tokens, grants or service roles changed. */
  access: boolean
}

/** Called around every commit of this process: hold before, release after. */
export type CommitWatcher = { hold(effects: Effects): void; release(effects: Effects): void }

/**
 * `now` is the transaction's one instant; code that takes the policy lock uses the instant that lockPolicy returns
 * (policy-lock.ts).
 */
export type TransactionContext = { tx: Transaction; now: Date }

/** A transaction whose work returns one is rolled back, and returns it. */
export class RolledBack<T> {
  readonly value: T

  constructor(value: T) {
    this.value = value
  }
}

/** Without a limit it waits for its turn and for locks as long as it takes; with one it fails with 55P03 (failure.ts). */
export type TransactionOptions = {
  lockTimeoutMilliseconds?: number | undefined
  /** PostgreSQL ends the session if the process sends nothing for this long within the transaction. */
  idleTimeoutMilliseconds?: number | undefined
  /** The limit is for all waits for locks together; otherwise it is for each. */
  waitsInAll?: boolean | undefined
  /** All statements see what was committed when the first of them began. */
  onSnapshot?: boolean | undefined
}

/** One PostgreSQL and the only ways to reach it. */
export type Database = {
  connection: Connection
  /** The id of this process in the lease (lease.ts). */
  processId: string
  pool: BoundedPool
  sockets: Sockets
  /** Read-only: a write through it is refused by PostgreSQL. */
  read: Reader
  /** The database's clock (clock.ts), or the injected one. */
  now: () => Date
  /** Takes a reading of the database's clock, unless one is injected. */
  correctClock: (reading: ClockReading) => void
  /**
   * Runs `work` in one read-write transaction and commits, or rolls back where `work` returns a RolledBack. It runs
   * again, at most three times, when PostgreSQL reports a deadlock, a serialization failure or a statement that a
   * migration made stale, so it must have no effects outside the transaction.
   * When the connection breaks during COMMIT, PostgreSQL is asked for the outcome: a committed transaction returns
   * its result, an aborted one throws the error. If the outcome stays unknown it throws OutcomeUnknown, and is not
   * run again.
   */
  transaction: <T>(
    work: (context: TransactionContext) => Promise<T>,
    options?: TransactionOptions,
  ) => Promise<T>
  /**
   * Runs `work` on one snapshot: all its statements see what was committed when the first of them began, and none
   * may write. For answers composed of several statements. It runs again if a migration made a statement stale.
   */
  snapshot: <T>(work: (db: Transaction) => Promise<T>) => Promise<T>
  /**
   * Like `snapshot`, for when something due can't be settled: the same statements find what is certain at `now`
   * (docs/decisions/0032-reads-never-wait.md). It has its own connections, whose statements are planned for it.
   */
  unsettledSnapshot: <T>(now: Date, work: (db: Transaction) => Promise<T>) => Promise<T>
  watch: (watcher: CommitWatcher) => void
  close: () => Promise<void>
}

export type DatabaseOptions = {
  connection: Connection
  poolSize?: number
  /** Tests inject the instant that everything reads as now. */
  clock?: (() => Date) | undefined
}

/**
 * The share of the connections that transactions may hold at a time: those that wait for a lock leave the others to
 * reads.
 */
const writersShare = 0.7
/** A job or an import may hold one of them for minutes. */
const leastWriters = 2

/** Connects. The schema must be there: see migrate.ts. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const { poolSize = 10 } = options
  const processId = randomUUID()
  const name = sessionName(processId)
  const sockets = new Sockets()
  const pool = createPool(options.connection, poolSize, { name, sockets })
  const turns = new Semaphore(Math.max(leastWriters, Math.floor(poolSize * writersShare)))
  const read = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const unsettled = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: createPool(options.connection, Math.ceil(poolSize / 2), {
        name,
        searchPath: 'unsettled,public',
        sockets,
      }),
    }),
  })
  const watchers: CommitWatcher[] = []
  const clock = options.clock === undefined ? new DatabaseClock(await readClock(pool)) : undefined
  const writer = {
    pool,
    read,
    watchers,
    clock: options.clock,
    processId,
    newestKnown: build().schema,
  }
  return {
    connection: options.connection,
    processId,
    pool,
    sockets,
    read,
    now: options.clock ?? (() => clock?.now() ?? new Date()),
    correctClock: (reading) => clock?.correct(reading),
    transaction: (work, { lockTimeoutMilliseconds: patience, ...transactionOptions } = {}) => {
      // One for all waits: for a turn, for each lock, and for those of the next try.
      const deadline = patience === undefined ? undefined : performance.now() + patience
      return withRetries(() =>
        turns.run(
          () => runTransaction({ ...writer, ...transactionOptions, deadline }, work),
          deadline && leftUntil(deadline),
        ),
      )
    },
    snapshot: (work) => withRetries(() => inSnapshot(read, work)),
    unsettledSnapshot: (now, work) => {
      const begun = async (tx: Transaction) => {
        await sql`select unsettled.begin(${now.toISOString()})`.execute(tx)
        return work(tx)
      }
      const onOthers = (tx: Transaction) =>
        sql`set local search_path = unsettled, public, pg_temp`.execute(tx).then(() => begun(tx))
      return withRetries(() =>
        inSnapshot(unsettled, begun).catch((error: unknown) => {
          // PostgreSQL gives it no connection of its own: one of the others does, though its statements are planned again.
          if (errorCode(error) !== '53300') throw error
          return inSnapshot(read, onOthers)
        }),
      )
    },
    watch: (watcher) => void watchers.push(watcher),
    close: async () => {
      await Promise.all([read.destroy(), unsettled.destroy()])
      // Kysely leaves a pool open through which it has sent nothing.
      if (!pool.ending) await pool.end()
    },
  }
}

function inSnapshot<T>(reader: Reader, work: (db: Transaction) => Promise<T>): Promise<T> {
  return reader
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute(work)
}

type Writer = Omit<TransactionOptions, 'lockTimeoutMilliseconds'> & {
  /** When it has waited for locks as long as it may, by performance.now(); undefined without a limit. */
  deadline: number | undefined
  pool: pg.Pool
  read: Reader
  watchers: readonly CommitWatcher[]
  clock: (() => Date) | undefined
  processId: string
  /** The newest migration that this version knows. */
  newestKnown: string
}

/** What is known of a transaction just before its COMMIT. */
type Finished<T> = { result: T; effects: Effects; receipt: Receipt }

async function runTransaction<T>(
  writer: Writer,
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  const { read, watchers } = writer
  let finished: Finished<T> | undefined
  let rolledBack: { result: T } | undefined
  let stopWaiting: (() => void) | undefined
  const release = () => {
    if (finished !== undefined) for (const watcher of watchers) watcher.release(finished.effects)
  }
  let result: T
  try {
    result = await read
      .transaction()
      .setAccessMode('read write')
      .setIsolationLevel(writer.onSnapshot === true ? 'repeatable read' : 'read committed')
      .execute((serial) =>
        pipelined(serial, async (tx) => {
          const { now, pid } = await begin(tx, writer)
          stopWaiting = cancelWaits(writer, pid)
          const done = await work({ tx, now })
          if (done instanceof RolledBack) {
            rolledBack = { result: done }
            // Kysely rolls back only what throws.
            throw new Error('the work asked to be rolled back')
          }
          finished = { result: done, ...(await finishChange(tx)) }
          stopWaiting?.()
          for (const watcher of watchers) watcher.hold(finished.effects)
          return done
        }),
      )
  } catch (error) {
    stopWaiting?.()
    if (rolledBack !== undefined) return rolledBack.result
    if (finished === undefined) throw error
    if (isRefusal(error)) {
      release()
      throw error
    }
    if ((await askOutcome(writer.pool, finished.receipt, release)) === 'aborted') throw error
    return finished.result
  }
  release()
  return result
}

const outcomeTimeoutMilliseconds = 5000

/**
 * The outcome of a transaction whose COMMIT failed. What it touched stays out of memory until the outcome is known,
 * also after the caller has been informed that it is unknown.
 */
async function askOutcome(pool: pg.Pool, receipt: Receipt, release: () => void): Promise<Outcome> {
  const asked = commitOutcome(pool, receipt)
    .catch(() => undefined)
    .finally(release)
  const timeout = sleep(outcomeTimeoutMilliseconds, undefined, { ref: false })
  const outcome = await Promise.race([asked, timeout])
  if (outcome !== undefined) return outcome
  throw new OutcomeUnknown()
}

/** 0, which means without a limit, where there is no deadline; else at least a millisecond. */
function leftUntil(deadline: number | undefined): number {
  return deadline === undefined ? 0 : Math.max(1, Math.ceil(deadline - performance.now()))
}

const watchMilliseconds = 500

/**
 * PostgreSQL's limit is for each lock. A transaction that has waited for several until its deadline is cancelled at the next one,
 * and fails as busy; work that waits for nothing goes on. @returns what ends the watch
 */
function cancelWaits({ pool, deadline, waitsInAll }: Writer, pid: number): () => void {
  if (deadline === undefined || waitsInAll !== true) return () => undefined
  const cancel = () => {
    void cancelWait(pool, pid).catch(() => undefined)
    timer = setTimeout(cancel, watchMilliseconds).unref()
  }
  let timer = setTimeout(cancel, leftUntil(deadline)).unref()
  return () => clearTimeout(timer)
}

async function cancelWait(pool: pg.Pool, pid: number): Promise<void> {
  const client = await pool.connect()
  try {
    await cancelIfWaiting((text, values) => client.query(text, values), pid)
  } finally {
    client.release()
  }
}

/**
 * Reads the transaction's one instant, and takes a share lock on the lease's row that blocks a new lease of another
 * process: a process that was cut off from the lease can't write beside one that answers from memory. Refuses a schema that
 * a newer version has changed (migrate.ts).
 */
async function begin(
  tx: Transaction,
  { clock, processId, newestKnown, deadline, idleTimeoutMilliseconds }: Writer,
): Promise<{ now: Date; pid: number }> {
  const injected = clock?.()
  const { rows } = await sql<{ now: Date; pid: number; admitted: boolean; isNewer: boolean }>`
    with lease as materialized (
      select from cache_lease where holder = ${processId} or valid_until < clock_timestamp() for key share
    )
    select current_instant() as now, pg_backend_pid() as pid, exists (select from lease) as admitted,
      exists (select from schema_source where requires > ${newestKnown}) as "isNewer"
    from set_config('muster.now', ${injected?.toISOString() ?? ''}, true) as clock,
      set_config('lock_timeout', ${String(leftUntil(deadline))}, true) as lock_limit,
      ${limit('idle_in_transaction_session_timeout', idleTimeoutMilliseconds)} as idle_limit`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database did not tell the time')
  if (row.isNewer) throw new SchemaIsNewer()
  if (!row.admitted) throw new NotAdmitted('another process holds the lease')
  if (injected !== undefined && row.now.getTime() !== injected.getTime())
    throw new Error('A clock is injected, and this database does not allow it (test/template.ts).')
  return row
}

/** Sets a limit of PostgreSQL for this transaction; without one the session's stays. */
function limit(setting: string, milliseconds: number | undefined) {
  return sql`set_config(${setting}, coalesce(${milliseconds?.toString()}::text, current_setting(${setting})), true)`
}

/** Writes the shared rows last (sql/functions/finish_change.sql), leaves the receipt, and reads what was touched. */
async function finishChange(tx: Transaction): Promise<{ effects: Effects; receipt: Receipt }> {
  const id = randomUUID()
  const { rows } = await sql<{ touched: string; access: boolean; xid: string; left_at: string }>`
    with receipt as (
      insert into commit_receipt (id, left_at) values (${id}, clock_timestamp()) returning left_at
    )
    select touched, access, pg_current_xact_id()::text as xid, iso(left_at) as left_at
    from receipt cross join finish_change()`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the transaction left no receipt')
  const { touched } = row
  return {
    effects: {
      touched: touched === 'all' ? 'all' : touched.split(' ').filter((id) => id !== ''),
      access: row.access,
    },
    receipt: { id, xid: row.xid, leftAt: row.left_at },
  }
}

const conflictTries = 3
const admissionTries = 40
const admissionMilliseconds = 150

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  let refusals = 0
  let conflicts = 0
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof NotAdmitted) {
        if (++refusals >= admissionTries) throw error
        // The lease is requested with every beat (lease.ts), and released within one.
        await sleep(admissionMilliseconds)
      } else if (conflictCodes.has(errorCode(error) ?? '') || isStaleStatement(error)) {
        if (++conflicts >= conflictTries) throw error
      } else throw error
    }
  }
}

/** How long a change that a client waits for waits for one lock. An import may hold some of them for minutes. */
const requestLockTimeoutMilliseconds = 10_000
/** The work of a request between two statements takes far less. A process that is frozen for longer loses the transaction. */
const requestIdleTimeoutMilliseconds = 30_000

/**
 * The same database, for requests: a transaction that waits too long for a lock fails, and the client is asked to
 * retry, instead of hanging behind an import. A running import holds the policy lock (exclusive where it can move
 * access), and the rows of the people, accounts and resources that it writes. A change of services, their admins,
 * roles or tokens needs none of these: imports don't write its tables, the lease's row is shared, and both write
 * the audit counters of its person just before they commit (sql/functions/finish_change.sql).
 */
export function forRequests(
  database: Database,
  lockTimeoutMilliseconds = requestLockTimeoutMilliseconds,
): Database {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(work, {
        lockTimeoutMilliseconds,
        waitsInAll: true,
        idleTimeoutMilliseconds: requestIdleTimeoutMilliseconds,
        ...options,
      }),
  }
}
