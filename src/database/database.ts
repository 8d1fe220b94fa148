import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { BoundedPool } from './bounded-pool.ts'
import type { ClockReading } from './clock.ts'
import type { DB } from './gen/tables.ts'
import type { Connection } from './session.ts'
import type { Semaphore } from './semaphore.ts'
import type { Sockets } from './sockets.ts'

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

/** A copy of the database that follows it, for readers who accept what was so a moment ago. */
export type Replica = {
  /**
   * Runs `work` on one snapshot of the copy. Where the copy can't do it, on `instead`: it may be away, or need the rows
   * that it reads for what it receives.
   */
  snapshot: <T>(work: (db: Transaction) => Promise<T>, instead: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** One PostgreSQL and the only ways to reach it. */
export type Database = {
  connection: Connection
  /** The id of this process in the lease (lease.ts). */
  processId: string
  pool: BoundedPool
  sockets: Sockets
  /** The turns of transactions that write. */
  writers: Semaphore
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
  /** Undefined without one. */
  replica: Replica | undefined
  watch: (watcher: CommitWatcher) => void
  close: () => Promise<void>
}

/** How long a change that a client waits for waits for one lock. An import may hold some of them for minutes. */
const requestLockTimeoutMilliseconds = 10_000
/** The work of a request between two statements takes far less. A process that is frozen for longer loses the transaction. */
const requestIdleTimeoutMilliseconds = 30_000

/**
 * The same database, for requests: a transaction that waits too long for a lock fails, and the client is asked to
 * retry, instead of hanging behind an import. A running import holds the policy lock (exclusive where it can move
 * access), and the rows of the people, accounts and resources that it writes. A change of services, their admins,
 * roles or tokens needs none of these but the row of a sponsor that it names: imports write only services whose
 * sponsor leaves, at their end (sql/functions/succeed_sponsors.sql), the lease's row is shared, and both write
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
