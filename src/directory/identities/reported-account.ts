import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { differs, type SaysNew } from './changed-accounts.ts'
import { asStaged, type StagedAccount } from './stage-accounts.ts'

/** Whether an account is, as its source says it, what is stored of it: pending or rejected, or else accepted. */
export async function isReportedLast(
  tx: Transaction,
  integration: SaysNew,
  account: StagedAccount,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${asStaged(account)}
    join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
    left join held_account h on h.identity_id = i.id
    where case when h.identity_id is null then not ${differs(integration)}
      else (h.handle, h.first_name, h.last_name, h.full_name, h.email, h.state, h.created_at, h.profile, h.days)
        is not distinct from
        (a.handle, a.first_name, a.last_name, a.full_name, a.email, a.state, a.created_at, a.profile, a.days) end`.execute(
    tx,
  )
  return rows.length > 0
}

/** An account as its source reported it last: pending or rejected, or else accepted. */
export async function findReportedAccount(
  tx: Transaction,
  integrationId: string,
  vendorId: string,
): Promise<StagedAccount | undefined> {
  type Row = Omit<StagedAccount, 'line' | 'createdAt'> & { createdAt: Date | null }
  const { rows } = await sql<Row>`
    select i.vendor_id as "vendorId", a.handle, a.email, a.first_name as "firstName", a.last_name as "lastName",
      a.full_name as "fullName", a.state, a.is_new as "isNew", a.created_at as "createdAt", a.profile, a.days
    from identity i left join held_account h on h.identity_id = i.id
    cross join lateral (
      select h.handle, h.email, h.first_name, h.last_name, h.full_name, h.state, h.is_new, h.created_at, h.profile, h.days
      where h.identity_id is not null
      union all
      select i.handle, i.email, i.first_name, i.last_name, i.full_name, i.vendor_state, false, i.vendor_created_at, i.profile, i.days
      where h.identity_id is null) a
    where i.integration_id = ${integrationId} and i.vendor_id = ${vendorId}`.execute(tx)
  const [found] = rows
  return found && { ...found, line: 1, createdAt: found.createdAt?.toISOString() ?? null }
}
