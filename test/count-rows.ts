import { sql } from 'kysely'
import type { Transaction } from '../src/database/database.ts'
import type { TestServer } from './harness.ts'

/** Counts the rows that transactions of a server read from now on. */
export function countRows({ database }: TestServer): () => number {
  const { transaction } = database
  let total = 0
  database.transaction = (work, options) =>
    transaction(async (context) => {
      const before = await rowsReadIn(context.tx)
      const result = await work(context)
      total += (await rowsReadIn(context.tx)) - before
      return result
    }, options)
  return () => total
}

/** The rows that the session of a transaction has read of late. */
async function rowsReadIn(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables`.execute(
    tx,
  )
  return rows[0]?.read ?? 0
}
