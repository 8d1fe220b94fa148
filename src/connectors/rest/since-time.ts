import type { RestSession } from './rest-session.ts'

/** A change may be seen so much later than its time says: clocks of servers differ, and indexes follow late. */
const overlapMilliseconds = 10 * 60_000

/**
 * From when on the next reading reads changes, by the source's clock: before this one began, so that what changed while it went on
 * is read again. Null if the source doesn't tell its time.
 */
export function sinceTime({ begunAt }: Pick<RestSession, 'begunAt'>): string | null {
  return begunAt === null ? null : new Date(begunAt.getTime() - overlapMilliseconds).toISOString()
}
