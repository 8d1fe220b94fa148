import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/**
 * Runs set-based work with hash and merge joins only. What a transaction has just written has no statistics yet:
 * PostgreSQL expects few rows, and a nested loop over the many that there are takes minutes instead of a second.
 */
export async function withoutNestedLoops<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await setNestedLoops(tx, 'off')
  const result = await work()
  await setNestedLoops(tx, 'on')
  return result
}

async function setNestedLoops(tx: Transaction, value: 'on' | 'off'): Promise<void> {
  await sql`select set_config('enable_nestloop', ${value}, true)`.execute(tx)
}
