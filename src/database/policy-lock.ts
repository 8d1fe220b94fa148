import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Any number will do, as long as every Muster on this database takes the same. */
export const policyLockKey = 7_205_759_403

/**
 * The policy lock, held until the transaction ends. Code that can change a verdict takes it before it reads facts:
 * `shared` for changes of people, `exclusive` for changes of rules, attributes, profile keys and of the manager of
 * a person with reports. Labels of rules and conditions may change under the shared lock, and drafts may be added,
 * changed and deleted, because no verdict reads them.
 * Waiting for the lock may take as long as an import, and what others write meanwhile is later than the
 * transaction's beginning. So the instant moves to when the lock is first held, unless the clock is injected:
 * current_instant() returns it from here on. Nothing may have been written with the former one. @returns that
 * instant, to use instead of the context's `now`
 */
export async function lockPolicy(tx: Transaction, mode: 'shared' | 'exclusive'): Promise<Date> {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  // PostgreSQL computes the select list after `from`, so the clock is read under the lock.
  const { rows } = await sql<{ now: Date }>`
    with locked as materialized (select ${lock}(${policyLockKey}::bigint)),
    former as materialized (select nullif(current_setting('muster.instant', true), '') as instant)
    select coalesce(injected_instant(),
      set_config('muster.instant', coalesce(instant, iso(${clock})), true)::timestamptz) as now
    from locked cross join former`.execute(tx)
  return onlyInstant(rows)
}

const draftLockKey = 7_205_759_404

/**
 * The lock of drafts, held until the transaction ends, so that drafts are added and changed one after the other: their number
 * is bounded, and attributes must not depend on one another. Taken after the policy lock.
 */
export async function lockDrafts(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${draftLockKey}::bigint)`.execute(tx)
}

/**
 * Moves the instant of a transaction that holds the policy lock, shared, to when it also holds the rows of its
 * people, so that changes made while it waited come before it. It never moves back, and never to something that
 * became due meanwhile, which still has to be settled. Nothing may have been written by the former instant.
 * @returns the instant
 */
export async function instantUnderLocks(tx: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select coalesce(injected_instant(), set_config('muster.instant', iso(greatest(
        current_setting('muster.instant')::timestamptz,
        least(${clock}, (select date_trunc('milliseconds', min(at) - interval '1 microsecond') from due_instant)))),
      true)::timestamptz) as now`.execute(tx)
  return onlyInstant(rows)
}

const clock = sql`date_trunc('milliseconds', clock_timestamp())`

/** The instant of a transaction: once it holds the policy lock, that of the lock. */
export async function instantOf(tx: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select current_instant() as now`.execute(tx)
  return onlyInstant(rows)
}

function onlyInstant([row]: readonly { now: Date }[]): Date {
  if (row === undefined) throw new Error('the database did not tell the time')
  return row.now
}
