import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import { coalesce } from './coalesce.ts'

/** A row that a transaction inserted, `leftAt` by the database's clock (ISO 8601), and the id of the transaction. */
export type Receipt = { id: string; xid: string; leftAt: string }

/** How long receipts are kept. A process that can't reach the database for longer can't find out the outcome. */
export const receiptMinutes = 30
/** After this a missing receipt may have been pruned. The margin is for clocks that differ after a failover. */
const conclusiveMinutes = 20

const pauseMilliseconds = 250
const invalidParameterValue = '22023'

/** SQLSTATE classes of errors that may end the connection, at any point of the COMMIT. */
const endingClasses = new Set(['08', '25', '53', '57', '58', 'XX'])

/** The outcome of a transaction whose COMMIT got no answer. */
export type Outcome = 'committed' | 'aborted'

/** Whether PostgreSQL answered a COMMIT with a refusal, of a deferred constraint say: then nothing was committed. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code === undefined) return false
  return !endingClasses.has(error.code.slice(0, 2))
}

/**
 * Queries PostgreSQL on other connections until the outcome is known. Only the receipt proves that a transaction
 * was committed; it is looked for once the transaction is no longer in progress, in a snapshot taken after that. A receipt
 * that is visible may still be missing on a synchronous standby, so a later commit is waited for: the log has one order.
 * Rejects when the pool is ended, and when the receipt may have been pruned.
 */
export async function commitOutcome(pool: Pool, receipt: Receipt): Promise<Outcome> {
  while (!pool.ending) {
    const hasEnded = await isOver(pool, receipt.xid).catch(() => false)
    const found = hasEnded ? await findReceipt(pool, receipt).catch(() => undefined) : undefined
    if (found === 'there' && (await laterCommit(pool).catch(() => false))) return 'committed'
    if (found === 'missing') return 'aborted'
    if (found === 'maybe pruned') throw new Error('the receipt may have been pruned')
    await sleep(pauseMilliseconds, undefined, { ref: false })
  }
  throw new Error('the pool was ended before the outcome of a commit was known')
}

const laterCommits = new WeakMap<Pool, (question: undefined) => Promise<boolean>>()

/** Commits a row that means nothing. While a standby does not answer this waits, on one connection for all who ask. */
async function laterCommit(pool: Pool): Promise<boolean> {
  const known = laterCommits.get(pool)
  const ask = known ?? coalesce(() => commitReceipt(pool), { questions: 1000, runs: 1 })
  if (known === undefined) laterCommits.set(pool, ask)
  return ask(undefined)
}

async function commitReceipt(pool: Pool): Promise<() => boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin read write')
    await client.query('insert into commit_receipt (id, left_at) values ($1, clock_timestamp())', [
      randomUUID(),
    ])
    await client.query('commit')
    client.release()
    return () => true
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Whether no transaction of this id is in progress. After a crash another one may have the id; then this waits for its end.
 * A replica answers only once it has taken over, because until then the commit may still arrive there.
 */
async function isOver(pool: Pool, xid: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ is_over: boolean }>(
      `select not pg_is_in_recovery() and pg_xact_status($1::xid8) is distinct from 'in progress' as is_over`,
      [xid],
    )
    return rows[0]?.is_over ?? false
  } catch (error) {
    // The server has never assigned this id: it has lost the transaction, or took over without it.
    if (error instanceof DatabaseError && error.code === invalidParameterValue) return true
    throw error
  }
}

/** Undefined if a replica answered. */
async function findReceipt(
  pool: Pool,
  { id, leftAt }: Receipt,
): Promise<'there' | 'missing' | 'maybe pruned' | undefined> {
  const { rows } = await pool.query<{ found: 'there' | 'missing' | 'maybe pruned' }>(
    `select case
         when exists (select from commit_receipt where id = $1) then 'there'
         when clock_timestamp() < $2::timestamptz + $3 * interval '1 minute' then 'missing'
         else 'maybe pruned'
       end as found
     where not pg_is_in_recovery()`,
    [id, leftAt, conclusiveMinutes],
  )
  return rows[0]?.found
}
