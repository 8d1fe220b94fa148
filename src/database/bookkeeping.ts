import { sql } from 'kysely'
import type { Database, Transaction } from './database.ts'

/**
 * A transaction for rows that no answer in memory depends on, such as how far work in the background is: unlike
 * `database.transaction` it evicts nothing, leaves no receipt, and is not repeated. It waits 5 s for a lock.
 */
export async function bookkeeping<T>(
  { read }: Pick<Database, 'read'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return read
    .transaction()
    .setAccessMode('read write')
    .execute(async (tx) => {
      await sql`select set_config('lock_timeout', '5s', true)`.execute(tx)
      return work(tx)
    })
}
