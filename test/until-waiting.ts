import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from './harness.ts'

const patienceMilliseconds = 10_000

/** Resolves once so many connections to that database wait for a lock; fails where they never do. */
export async function untilWaiting(
  { query }: Pick<TestDatabase, 'query'>,
  many = 1,
): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const end = Date.now() + patienceMilliseconds
  while ((await query(waiting)).length < many) {
    assert.ok(Date.now() < end, 'nobody waits for a lock')
    await sleep(10)
  }
}
