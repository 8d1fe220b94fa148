import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from './harness.ts'

const timeoutMilliseconds = 10_000

/**
 * Resolves once that many connections to that database wait for a lock, `of` a row or of any kind; fails if they
 * never do.
 */
export async function untilWaiting(
  { query }: Pick<TestDatabase, 'query'>,
  many = 1,
  of: 'row' | 'any' = 'any',
): Promise<void> {
  const events = of === 'row' ? `and wait_event in ('tuple', 'transactionid')` : ''
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' ${events}`
  const end = Date.now() + timeoutMilliseconds
  while ((await query(waiting)).length < many) {
    assert.ok(Date.now() < end, 'nobody waits for a lock')
    await sleep(10)
  }
}
