import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/**
 * Runs set-based work with hash and merge joins only, and with memory for a million rows. Rows that a transaction has just
 * written have no statistics yet: PostgreSQL expects few of them, and a nested loop over many takes minutes instead of a
 * second. Other work keeps the usual memory, because a statement that expects many rows fills all of it with zeros before
 * its first row.
 */
export async function withBulkPlans<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ memory: string }>`
    select current_setting('work_mem') as memory`.execute(tx)
  await plan(tx, 'off', '64MB')
  const result = await work()
  await plan(tx, 'on', rows[0]?.memory ?? '4MB')
  return result
}

async function plan(tx: Transaction, nestedLoops: 'on' | 'off', memory: string): Promise<void> {
  await sql`
    select set_config('enable_nestloop', ${nestedLoops}, true), set_config('work_mem', ${memory}, true)`.execute(
    tx,
  )
}
