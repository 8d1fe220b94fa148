import type { Pool } from 'pg'

/** What the database's clock said (milliseconds since 1970) between two instants of `performance.now()`. */
export type ClockReading = { at: number; sentAt: number; receivedAt: number }

/** Selected beside something else, it makes a statement a reading of the clock. */
export const clockColumn = `(extract(epoch from clock_timestamp()) * 1000)::float8 as clock`

/** A step back that readings can't make by themselves: the database's own clock was set. */
const setBackMilliseconds = 1000

/**
 * The database's clock, told from this process's monotonic one: setting the system's clock moves nothing. Each reading
 * bounds the difference of the two; what is known changes only where a reading contradicts it, so a slow one does no
 * harm. It never runs backwards by what a correction takes off, it waits: a token that has expired stays so. Only a
 * step back of more than a second is followed, because transactions go by the database's clock and would otherwise
 * find nothing due of what this process says is.
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
  // The first connection is made before it is measured: that takes longer than asking.
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
