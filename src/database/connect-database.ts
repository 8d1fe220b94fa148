import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { BoundedPool } from './bounded-pool.ts'
import { build } from './build.ts'
import { DatabaseClock, readClock } from './clock.ts'
import type { Reader, Transaction, CommitWatcher, Database } from './database.ts'
import { conflictCodes, errorCode, isStaleStatement, NotAdmitted } from './failure.ts'
import type { DB } from './gen/tables.ts'
import { createPool } from './pool.ts'
import { connectReplica } from './replica.ts'
import { runTransaction, leftUntil } from './run-transaction.ts'
import { Semaphore } from './semaphore.ts'
import type { Connection } from './session.ts'
import { sessionName } from './silent-sessions.ts'
import { Sockets } from './sockets.ts'
import { statementSpans } from './trace-statements.ts'

export type DatabaseOptions = {
  connection: Connection
  /** A copy that follows it. */
  replica?: Connection | undefined
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
  const writers = new Semaphore(Math.max(leastWriters, Math.floor(poolSize * writersShare)))
  const read = readerOver(pool)
  const unsettledOptions = { name, searchPath: 'unsettled,public', sockets } as const
  const unsettled = readerOver(
    createPool(options.connection, Math.ceil(poolSize / 2), unsettledOptions),
  )
  const replica =
    options.replica && connectReplica(options.replica, Math.ceil(poolSize / 2), { name })
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
    writers,
    read,
    now: options.clock ?? (() => clock?.now() ?? new Date()),
    correctClock: (reading) => clock?.correct(reading),
    transaction: (work, { lockTimeoutMilliseconds: patience, ...transactionOptions } = {}) => {
      // One for all waits: for a turn, for each lock, and for those of the next try.
      const deadline = patience === undefined ? undefined : performance.now() + patience
      return withRetries(() =>
        writers.run(
          () => runTransaction({ ...writer, ...transactionOptions, deadline }, work),
          deadline && leftUntil(deadline),
        ),
      )
    },
    snapshot: (work) => withRetries(() => inSnapshot(read, work)),
    unsettledSnapshot: (now, work) =>
      withRetries(() => inUnsettledSnapshot({ read, unsettled }, now, work)),
    replica,
    watch: (watcher) => void watchers.push(watcher),
    close: async () => {
      await Promise.all([read.destroy(), unsettled.destroy(), replica?.close()])
      // Kysely leaves a pool open through which it has sent nothing.
      if (!pool.ending) await pool.end()
    },
  }
}

function readerOver(pool: BoundedPool): Reader {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...statementSpans() })
}

/** As of `now`, although what is due is not settled. */
function inUnsettledSnapshot<T>(
  { read, unsettled }: { read: Reader; unsettled: Reader },
  now: Date,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  const begun = async (tx: Transaction) => {
    await sql`select unsettled.begin(${now.toISOString()})`.execute(tx)
    return work(tx)
  }
  const onOthers = (tx: Transaction) =>
    sql`set local search_path = unsettled, public, pg_temp`.execute(tx).then(() => begun(tx))
  return inSnapshot(unsettled, begun).catch((error: unknown) => {
    // PostgreSQL gives it no connection of its own: one of the others does, though its statements are planned again.
    if (errorCode(error) !== '53300') throw error
    return inSnapshot(read, onOthers)
  })
}

function inSnapshot<T>(reader: Reader, work: (db: Transaction) => Promise<T>): Promise<T> {
  return reader
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute(work)
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
