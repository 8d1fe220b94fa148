import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { commitOutcome, isRefusal, type Outcome, type Receipt } from './commit-outcome.ts'
import {
  RolledBack,
  type CommitWatcher,
  type Effects,
  type Reader,
  type Transaction,
  type TransactionContext,
  type TransactionOptions,
} from './database.ts'
import { NotAdmitted, OutcomeUnknown, SchemaIsNewer } from './failure.ts'
import { pipelined } from './pipelined.ts'
import { cancelIfWaiting } from './silent-sessions.ts'

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

export async function runTransaction<T>(
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
export function leftUntil(deadline: number | undefined): number {
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
