import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { differs } from './changed-accounts.ts'
import { asStaged, type StagedAccount } from './stage-accounts.ts'

/** Whether an account is, as its source says it, what is stored of it: pending or rejected, or else accepted. */
export async function isReportedLast(
  tx: Transaction,
  integrationId: string,
  account: StagedAccount,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${asStaged(account)}
    join identity i on i.integration_id = ${integrationId} and i.vendor_id = a.vendor_id
    left join held_account h on h.identity_id = i.id
    where case when h.identity_id is null then not ${differs}
      else (h.handle, h.first_name, h.last_name, h.full_name, h.email, h.state, h.created_at, h.profile)
        is not distinct from
        (a.handle, a.first_name, a.last_name, a.full_name, a.email, a.state, a.created_at, a.profile) end`.execute(
    tx,
  )
  return rows.length > 0
}
