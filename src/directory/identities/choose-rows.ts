import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { presentAccounts } from './changed-accounts.ts'
import { leadingOrder } from './leading-account.ts'

/** A row that is not taken because another one of its account counts (`chosen`, its line), or because one could not be read (null). */
export type PassedOverRow = { line: number; vendorId: string; chosen: number | null }

/** Says that a run has rows of these accounts, by vendor id, which it can't take. */
export async function stagePresent(tx: Transaction, vendorIds: readonly string[]): Promise<void> {
  await sql`insert into import_present (vendor_id) select unnest(${[...vendorIds]}::text[])`.execute(
    tx,
  )
}

/**
 * Leaves one row of each account in the stage: the one that leads (leading-account.ts), else the one that is most like what
 * counted before, else the first. Where another row of the account can't be read, the account is taken only
 * if it is active: that row may be the one that counts. @returns the rows that it took out
 */
export async function chooseRows(tx: Transaction, integrationId: string): Promise<PassedOverRow[]> {
  const order = leadingOrder({
    state: sql`a.state`,
    days: sql`a.days`,
    countedBefore: sql`false`,
    last: sql`likeness.keys desc, a.line`,
  })
  const repeated = await sql<PassedOverRow>`
    with repeated as materialized (
      select vendor_id from staged_account group by vendor_id having count(*) > 1
    ), placed as materialized (
      select a.ctid as place, a.line, a.vendor_id, row_number() over by_account as n, first_value(a.line) over by_account as chosen
      from import_account a join repeated using (vendor_id)
      left join identity i on i.integration_id = ${integrationId} and i.vendor_id = a.vendor_id
      cross join lateral (
        select count(*) from jsonb_each(a.profile) e where profile_member(i.profile, e.key) = e.value) as likeness (keys)
      where a.run_id = current_import_run()
      window by_account as (partition by a.vendor_id
        order by ${order})
    ), passed_over as (
      delete from import_account a using placed p where a.ctid = p.place and p.n > 1 and a.run_id = current_import_run()
    )
    select line, vendor_id as "vendorId", chosen from placed where n > 1 order by line`.execute(tx)
  const doubtful = await sql<PassedOverRow>`
    delete from staged_account a
    where a.state <> 'active' and a.vendor_id in (${presentAccounts})
    returning a.line, a.vendor_id as "vendorId", null::bigint as chosen`.execute(tx)
  return [...repeated.rows, ...doubtful.rows]
}
