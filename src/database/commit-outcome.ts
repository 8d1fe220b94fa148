import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'

const pauseMilliseconds = 250
const invalidParameterValue = '22023'

/** SQLSTATE classes of errors that may end the connection, at whatever point of the COMMIT. */
const endingClasses = new Set(['08', '25', '53', '57', '58', 'XX'])

/** What became of a transaction whose COMMIT got no answer. */
export type Outcome = 'committed' | 'aborted'

/** Whether PostgreSQL answered a COMMIT with a refusal, of a deferred constraint say: then nothing was committed. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code === undefined) return false
  return !endingClasses.has(error.code.slice(0, 2))
}

/**
 * Asks PostgreSQL on other connections until it knows, or until the pool is ended: then it rejects. `xid` is null for
 * a transaction that had no id, and so nothing to lose. A server that has never heard of the id is a replica that took
 * over without the transaction: there it was not committed.
 */
export async function commitOutcome(pool: Pool, xid: string | null): Promise<Outcome> {
  if (xid === null) return 'committed'
  while (!pool.ending) {
    const status = await statusOf(pool, xid).catch(() => null)
    if (status === 'committed' || status === 'aborted') return status
    await sleep(pauseMilliseconds, undefined, { ref: false })
  }
  throw new Error('the pool was ended before the outcome of a commit was known')
}

async function statusOf(pool: Pool, xid: string): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status',
      [xid],
    )
    return rows[0]?.status ?? null
  } catch (error) {
    if (error instanceof DatabaseError && error.code === invalidParameterValue) return 'aborted'
    throw error
  }
}
