import type { Pool } from 'pg'

/** A reading of the database's clock (milliseconds since 1970) between two instants of `performance.now()`. */
export type ClockReading = { at: number; sentAt: number; receivedAt: number }

/** Selected beside something else, it makes a statement a reading of the clock. */
export const clockColumn = `(extract(epoch from clock_timestamp()) * 1000)::float8 as clock`

/** A step back that readings alone can't cause: the database's clock was set. */
const setBackMilliseconds = 1000

/**
 * The database's clock, derived from this process's monotonic clock, so that setting the system's clock has no
 * effect. Each reading bounds the difference of the two; the estimate changes only if a reading contradicts it, so
 * a slow reading does no harm. After a correction backwards it waits instead of running backwards, so that an
 * expired token stays expired. Only a step back of more than a second is followed: transactions use the database's
 * clock, and would otherwise not find due what this process considers due.
 */
export class DatabaseClock {
  #offset: number
  #latest = -Infinity

  constructor({ at, sentAt, receivedAt }: ClockReading) {
    this.#offset = at - (sentAt + receivedAt) / 2
  }

  now(): Date {
    const now = performance.now() + this.#offset
    if (now > this.#latest || now < this.#latest - setBackMilliseconds) this.#latest = now
    return new Date(this.#latest)
  }

  correct({ at, sentAt, receivedAt }: ClockReading): void {
    this.#offset = Math.min(Math.max(this.#offset, at - receivedAt), at - sentAt)
  }
}

/** One reading, by a statement of its own. */
export async function readClock(pool: Pool): Promise<ClockReading> {
  // The first connection is opened before the measurement, because that takes longer than the query.
  const client = await pool.connect()
  try {
    const sentAt = performance.now()
    const { rows } = await client.query<{ clock: number }>(`select ${clockColumn}`)
    const receivedAt = performance.now()
    const [row] = rows
    if (row === undefined) throw new Error('the database did not tell the time')
    return { at: row.clock, sentAt, receivedAt }
  } finally {
    client.release()
  }
}
