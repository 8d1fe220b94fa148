import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'

/** Stores that a sign-in came back; false if it did before. */
export async function insertAttempt(
  tx: Transaction,
  attempt: { id: string; account: Buffer; fault: string | null },
): Promise<boolean> {
  const row = await tx
    .insertInto('sign_in_attempt')
    .values(attempt)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this account was refused for the same reason within the last minute. */
export async function wasRecentlyRefused(
  db: Reader,
  { account, fault, now }: { account: Buffer; fault: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - 60_000)
  const { rows } = await sql`
    select from sign_in_attempt
    where account = ${account} and fault = ${fault} and created_at > ${since} limit 1`.execute(db)
  return rows.length > 0
}
