import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** Leaves of work that was left to a job no more than `kept`, wherever that is part of its data. */
export async function forgetWork(tx: Transaction, kept: object): Promise<void> {
  const left = JSON.stringify([kept])
  await sql`update plan set operations = ${left}::jsonb where operations @> ${left}::jsonb`.execute(
    tx,
  )
}

/** Takes an erased person (a uuid) out of what plans do to them. */
export async function forgetEffects(tx: Transaction, personId: string): Promise<void> {
  await tx.deleteFrom('plan_effect').where('directory_user_id', '=', personId).execute()
}
