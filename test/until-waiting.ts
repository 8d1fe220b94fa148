import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from './harness.ts'

const timeoutMilliseconds = 10_000

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
  const end = Date.now() + timeoutMilliseconds
  while ((await query(waiting)).length < many) {
    assert.ok(Date.now() < end, 'nobody waits for a lock')
    await sleep(10)
  }
}
