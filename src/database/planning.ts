import { sql, type RawBuilder } from 'kysely'
import type { Reader, Transaction } from './database.ts'
import { plannedAmong } from './statement-marks.ts'

/** Transactions that write few rows, with the sizes of the tables as they began; null for those that turned out to be about many people. */
const ofFew = new WeakMap<Reader, string | null>()

const planner = ['enable_nestloop', 'enable_seqscan', 'plan_cache_mode', 'work_mem'] as const
type Settings = Record<(typeof planner)[number], string>

const usual = { enable_nestloop: 'on', enable_seqscan: 'on', plan_cache_mode: 'auto' }

/**
 * Plans the rest of the transaction for few rows among many: by index. A cached plan may have been made for a large set, and
 * one that is made for this transaction must not be kept for others, so statements are planned for their values, but for those
 * that {@link planKept} marks. @returns the value of `also`, an expression of SQL
 */
export async function planForFew(tx: Transaction, also = sql<string>`''`): Promise<string> {
  const { rows } = await sql<{ also: string; sizes: string }>`
    select ${also} as also, set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true),
      (select string_agg(floor(log(4, greatest(pg_relation_size(name::regclass) / 8192, 1)))::text, ' ' order by name)
        from unnest(${growing}::text[]) as name) as sizes`.execute(tx)
  ofFew.set(tx, rows[0]?.sizes ?? '')
  return rows[0]?.also ?? ''
}

/** Whether a transaction is planned for few rows, and did not turn out to be about many people. */
export function isAboutFew(tx: Transaction): boolean {
  return typeof ofFew.get(tx) === 'string'
}

/** The tables that can grow large. */
const growing = [
  'identity',
  'directory_user',
  'held_account',
  'resource',
  'resource_member',
  'attribute',
  'rule',
  'condition',
  'policy_user',
  'qualification',
]

/**
 * The mark, as SQL, of a statement whose plan a connection keeps for transactions of few rows: its best plan is the same for all
 * values, and planning it takes longer than running it. The plan is kept for the size of the tables: one that was made for an
 * empty directory reads all of a full one. A statement that fires triggers must not have it, because they would keep their
 * plans too, for everybody.
 */
export function planKept(reader: Reader): RawBuilder<unknown> {
  const sizes = ofFew.get(reader)
  return typeof sizes === 'string' ? sql.raw(plannedAmong(sizes)) : sql``
}

/**
 * A temporary table as a statement with {@link planKept} reads it, as SQL: PostgreSQL expects a thousand rows of one that
 * it has no statistics of, and ten of an array.
 */
export function fewRowsOf(reader: Reader, table: string): RawBuilder<unknown> {
  const name = sql.id(table)
  return typeof ofFew.get(reader) === 'string'
    ? sql`unnest(array(select ${name} from ${name}))`
    : sql`${name}`
}

/**
 * Ends what {@link planForFew} began, for what turns out to be about many people. Going back to a savepoint brings its settings
 * back, so they are set each time.
 */
export async function planAsUsual(tx: Transaction): Promise<void> {
  if (!ofFew.has(tx)) return
  ofFew.set(tx, null)
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
  return isAboutFew(tx) || ofSome.has(tx) ? aboutSome(tx, work) : overEveryone(tx, work)
}

/** Transactions that write some thousand rows of a large directory. */
const ofSome = new WeakSet<Reader>()

/** From now on {@link withBulkPlans} plans as {@link aboutSome} does in this transaction. */
export function planForSome(tx: Transaction): void {
  ofSome.add(tx)
}

/** Ends what {@link planForSome} began, for what turns out to be about everybody. */
export function planForAll(tx: Transaction): void {
  ofSome.delete(tx)
}

/** {@link withBulkPlans}, also in a transaction of few rows: for work over everybody. */
export async function overEveryone<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const sizes = ofFew.get(tx)
  if (sizes !== undefined) ofFew.set(tx, null)
  const result = await planned(tx, { ...usual, enable_nestloop: 'off', work_mem: '64MB' }, work)
  if (sizes !== undefined) ofFew.set(tx, sizes)
  return result
}

/**
 * Runs work about some thousand rows of tables with a million by index, planned for its values. A transaction that
 * {@link planForFew} was called for keeps its plans.
 */
export async function aboutSome<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  if (isAboutFew(tx)) return work()
  const byValue = { plan_cache_mode: 'force_custom_plan', work_mem: '64MB' }
  return planned(tx, { ...usual, ...byValue, enable_seqscan: 'off' }, work)
}

async function planned<T>(tx: Transaction, settings: Settings, work: () => Promise<T>): Promise<T> {
  const before = await plan(tx, settings)
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

/**
 * Sends a statement without waiting for it. If it fails, the next one that is waited for fails with its error, as the end of a transaction
 * is; so another one must be waited for before a rollback to a savepoint.
 */
export function send(tx: Transaction, statement: RawBuilder<unknown>): void {
  statement.execute(tx).catch(() => undefined)
}
