import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Transactions that write few rows; false for those that turned out to be about many people. */
const ofFew = new WeakMap<Transaction, boolean>()

const planner = ['enable_nestloop', 'enable_seqscan', 'plan_cache_mode', 'work_mem'] as const
type Settings = Record<(typeof planner)[number], string>

const usual = { enable_nestloop: 'on', enable_seqscan: 'on', plan_cache_mode: 'auto' }

/**
 * Plans the rest of the transaction for few rows among many: by index. A cached plan may have been made for a large set, and
 * one that is made for this transaction must not be kept for others, so every statement is planned for its values.
 */
export async function planForFew(tx: Transaction): Promise<void> {
  ofFew.set(tx, true)
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
    tx,
  )
}

/**
 * Ends what {@link planForFew} began, for what turns out to be about many people. Going back to a savepoint brings its settings
 * back, so they are set each time.
 */
export async function planAsUsual(tx: Transaction): Promise<void> {
  if (!ofFew.has(tx)) return
  ofFew.set(tx, false)
  await sql`
    select set_config('enable_seqscan', 'on', true), set_config('plan_cache_mode', 'auto', true)`.execute(
    tx,
  )
}

/**
 * Runs set-based work with hash and merge joins only, and with memory for a million rows. Rows that a transaction has just
 * written have no statistics yet: PostgreSQL expects few of them, and a nested loop over many takes minutes instead of a
 * second. Other work keeps the usual memory, because a statement that expects many rows fills all of it with zeros before
 * its first row. A transaction that {@link planForFew} was called for keeps its plans.
 */
export async function withBulkPlans<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  return ofFew.get(tx) === true ? work() : overEveryone(tx, work)
}

/** {@link withBulkPlans}, also in a transaction of few rows: for work over everybody. */
export async function overEveryone<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const before = await plan(tx, { ...usual, enable_nestloop: 'off', work_mem: '64MB' })
  const result = await work()
  await plan(tx, before)
  return result
}

/** @returns the settings before */
async function plan(tx: Transaction, settings: Settings): Promise<Settings> {
  const current = planner.map((name) => sql`current_setting(${name}) as ${sql.id(name)}`)
  const changed = planner.map((name) => sql`set_config(${name}, ${settings[name]}, true)`)
  const { rows } = await sql<Settings>`
    with before as materialized (select ${sql.join(current)}), now as materialized (select ${sql.join(changed)} from before)
    select before.* from before, now`.execute(tx)
  const [before] = rows
  if (before === undefined) throw new Error('PostgreSQL did not tell its settings')
  return before
}
