import type { TestDatabase } from './harness.ts'
import { until } from './until.ts'

/**
 * Resolves once that many connections to that database wait for a lock: any, or one that the session `heldBy` (its
 * process id) holds. Fails if they never do.
 */
export async function untilWaiting(
  { query }: Pick<TestDatabase, 'query'>,
  many = 1,
  heldBy?: number,
): Promise<void> {
  const held = heldBy === undefined ? '' : `and ${heldBy} = any (pg_blocking_pids(pid))`
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' ${held}`
  await until(async () => (await query(waiting)).length >= many, 'a wait for a lock')
}
