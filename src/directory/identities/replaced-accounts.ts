import { sql, type RawBuilder } from 'kysely'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import { keepUsers } from './snapshots.ts'

/** An account that disappears, and the one that appears in its place, by vendor id. */
export type ReplacedAccount = { vendorId: string; byVendorId: string }

/**
 * Finds the accounts of the stage that appear while another account of the source disappears (it is deactivated, or absent from
 * a complete list) that has the same employee id or, where neither has one, the same address and name. Keeps them in
 * `replaced_account` for the merge. Two candidates for one account are none. To be called before anything is held back.
 */
export async function findReplacedAccounts(
  { tx, integration }: SourceRun,
  isComplete: boolean,
): Promise<ReplacedAccount[]> {
  await sql`truncate replaced_account`.execute(tx)
  const { rows } = await sql<ReplacedAccount>`
    with gone as materialized (
      select i.id, i.vendor_id, i.directory_user_id, ${keyOf(integration, 'i')} as key
      from identity i join directory_user u on u.id = i.directory_user_id and u.deleted_at is null
      where i.integration_id = ${integration.id} and i.vendor_state <> 'deactivated' and (
        ${isComplete} and i.id in (select identity_id from import_absent where run_id = current_import_run())
        or i.vendor_id in (select vendor_id from staged_account where state = 'deactivated'))
    ), come as materialized (
      select a.vendor_id, ${keyOf(integration, 'a')} as key
      from staged_account a
      left join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
      where a.state <> 'deactivated' and exists (select from gone) and (
        i.id is null
        or i.directory_user_id is null and i.link_evidence is null and (
          i.vendor_state = 'deactivated'
          or exists (select from held_account h where h.identity_id = i.id and h.is_new_account)))
    ), single as (
      select (array_agg(vendor_id))[1] as vendor_id, key from come where key is not null group by key having count(*) = 1
    )
    insert into replaced_account (identity_id, vendor_id, by_vendor_id, person_id, evidence)
    select (array_agg(g.id))[1], (array_agg(g.vendor_id))[1], s.vendor_id, (array_agg(g.directory_user_id))[1],
      'replaced: same ' || (s.key ->> 0) || ' as the account ' || (array_agg(g.vendor_id))[1]
    from single s join gone g on g.key = s.key
    group by s.vendor_id, s.key having count(*) = 1
    returning vendor_id as "vendorId", by_vendor_id as "byVendorId"`.execute(tx)
  return rows
}

/** What identifies the person of an account: its employee id or, without one, its address and name; null without either. */
function keyOf({ employeeIdProfileKey }: IntegrationFacts, alias: 'i' | 'a'): RawBuilder<unknown> {
  const account = sql.id(alias)
  const employeeId =
    employeeIdProfileKey === null
      ? sql`null::text`
      : sql`nullif(btrim(profile_text(${account}.profile, ${employeeIdProfileKey})), '')`
  return sql`case
    when ${employeeId} is not null then jsonb_build_array('employee id', ${employeeId})
    when email_key(${account}.email) is not null then jsonb_build_array('address and name', email_key(${account}.email),
      lower(normalize(btrim(${account}.full_name), NFC))) end`
}

/**
 * Whether the account that `replaced_account` (`r`) names has disappeared: it is deactivated by now, and neither it nor the
 * other one is held back, as SQL.
 */
export const hasDisappeared = sql<boolean>`
  r.by_vendor_id not in (select vendor_id from held_back)
  and exists (select from identity g where g.id = r.identity_id and g.vendor_state = 'deactivated')`

/** People whose primary account was replaced follow the new one. */
export async function followReplacements({ tx, integration }: SourceRun): Promise<void> {
  const taken = sql`
    select u.id, i.id as primary_identity_id
    from replaced_account r join directory_user u on u.primary_identity_id = r.identity_id
    join identity i on i.integration_id = ${integration.id} and i.vendor_id = r.by_vendor_id
      and i.directory_user_id = u.id`
  await keepUsers(tx, sql`select id from (${taken}) t`)
  await sql`
    update directory_user u set primary_identity_id = t.primary_identity_id
    from (${taken}) t where u.id = t.id`.execute(tx)
}
