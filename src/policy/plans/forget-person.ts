import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'

/** Takes an erased person (a uuid) out of all plans: what these do to them, and what was to be written of them. */
export async function forgetInPlans(tx: Transaction, personId: string): Promise<void> {
  await tx.deleteFrom('plan_effect').where('directory_user_id', '=', personId).execute()
  const change = { op: 'change_directory_user', user_id: encodeId('directoryUser', personId) }
  // A job that has still to do it finds the person deleted, and says so.
  await sql`
    update plan set operations = ${JSON.stringify([change])}::jsonb
    where operations @> ${JSON.stringify([change])}::jsonb`.execute(tx)
}
