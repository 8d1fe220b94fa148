import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import {
  decidedPerson,
  heldAccounts,
  type HeldSelection,
  isEndRejected,
  isSelected,
} from './held-selection.ts'
import type { SourceRun } from './integration-facts.ts'

/**
 * Rejects what is pending of the selected accounts: their state, their address and name where the source names managers by it, and each
 * of the keys that policy reads, where they differ from what is accepted, and the link of an account of no one. Ends their holds. An account whose end is rejected keeps the one that replaces it.
 * @returns how many accounts, and people (uuids)
 */
export async function rejectHeld(
  tx: Transaction,
  selection: HeldSelection,
): Promise<{ accounts: number; people: string[] }> {
  const { rows } = await sql<{ id: string; personId: string | null; rejected: object | null }>`
    with chosen as materialized (
      select h.identity_id as id, ${decidedPerson} as "personId", nullif(
        coalesce(h.rejected, '{}')
        || case when h.state <> i.vendor_state then jsonb_build_object('state', h.state) else '{}' end
        || case when ${namesManagersByAddress} and (h.is_new_account or email_key(h.email) is distinct from email_key(i.email))
          then jsonb_build_object('email', h.email) else '{}' end
        || case when ${namesManagersByName} and h.full_name <> i.full_name
          then jsonb_build_object('full_name', h.full_name) else '{}' end
        || case when h.days is distinct from i.days then jsonb_build_object('days', coalesce(h.days, 'null')) else '{}' end
        || case when ${wouldBeLinked} then jsonb_build_object('link', h.email) else '{}' end
        || coalesce((
          select jsonb_build_object('profile', coalesce(h.rejected -> 'profile', '{}')
            || jsonb_object_agg(k.key, coalesce(profile_member(h.profile, k.key), 'null')))
          from (${keysOfPolicy}) k (key)
          where profile_member(h.profile, k.key) is distinct from profile_member(i.profile, k.key)
          having count(*) > 0), '{}'), case when f.identity_id is null then jsonb '{}' end) as rejected
      from ${heldAccounts} join integration g on g.id = i.integration_id
      where h.incident_id is not null and ${isSelected(selection)}
    ), ended as (
      delete from held_account h using chosen c where h.identity_id = c.id and c.rejected is null
    ), rejected as (
      update held_account h set incident_id = null, rejected_incident_id = ${selection.incidentId},
        rejected = c.rejected, change = nextval('held_account_change')
      from chosen c where h.identity_id = c.id and c.rejected is not null
    )
    select id, "personId", rejected from chosen`.execute(tx)
  return { accounts: rows.length, people: [...new Set(rows.flatMap((row) => row.personId ?? []))] }
}

/** Whether accepting one of the {@link heldAccounts} links it, and the rejection of nothing else says that it is not, as SQL. */
const wouldBeLinked = sql`
  (i.directory_user_id is null and i.suggested_directory_user_id is not null and f.identity_id is null
    and not (h.is_new_account and h.state <> i.vendor_state))`

/** The keys of profiles of an integration (`g`) that policy reads, those that say who is whose manager included, as SQL. */
export const keysOfPolicy = sql`
  select unnest(g.policy_keys) union select d.profile_key from dimension d where d.integration_id = g.id
  union select g.manager_profile_key where g.is_primary and g.manager_profile_key is not null
  union select g.manager_name_profile_key where g.is_primary and g.manager_name_profile_key is not null
  union select g.parent_profile_key where g.is_primary and g.parent_profile_key is not null
  union select g.employee_id_profile_key
    where g.is_primary and g.manager_profile_holds = 'employee_id' and g.employee_id_profile_key is not null`

/** Whether an integration (`g`) names managers by their address, as SQL. */
const namesManagersByAddress = sql`
  (g.is_primary and g.manager_profile_holds = 'email' and g.manager_profile_key is not null)`

/** Whether an integration (`g`) names managers by their name, as SQL. */
const namesManagersByName = sql`
  (g.is_primary and g.manager_name_profile_key is not null and g.manager_profile_key is not null)`

/**
 * Puts the accepted values in place of rejected ones that the staged run still has, and forgets rejections of values that the
 * source has changed. `isComplete`: an account that the run does not list has ended.
 */
export async function excludeRejected(
  { tx, integration }: SourceRun,
  isComplete: boolean,
): Promise<void> {
  const { rows } = await sql`
    select from held_account where integration_id = ${integration.id} and rejected is not null limit 1`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`
    update held_account h set rejected = still_rejected(h.rejected, a.state, a.email, a.full_name, a.profile, a.days)
    from staged_account a, identity i
    where h.integration_id = ${integration.id} and h.rejected is not null and i.id = h.identity_id
      and a.vendor_id = i.vendor_id and h.incident_id is not null`.execute(tx)
  if (isComplete) await forgetStatesOfAbsent(tx)
  await sql`
    with still as materialized (
      select h.identity_id, coalesce(still_rejected(h.rejected, a.state, a.email, a.full_name, a.profile, a.days), case when ${withRejectedEnd('h.identity_id')} is not null then jsonb '{}' end) as rejected,
        a.handle, a.email, a.first_name, a.last_name, a.full_name, a.state, a.is_new, a.created_at, a.profile, a.days
      from held_account h join identity i on i.id = h.identity_id join staged_account a on a.vendor_id = i.vendor_id
      where h.integration_id = ${integration.id} and h.incident_id is null
    ), forgotten as (
      delete from held_account h using still s where h.identity_id = s.identity_id and s.rejected is null
    )
    update held_account h set rejected = s.rejected, handle = s.handle, email = s.email, first_name = s.first_name,
      last_name = s.last_name, full_name = s.full_name, state = s.state, is_new = s.is_new, created_at = s.created_at,
      profile = s.profile, days = s.days
    from still s where h.identity_id = s.identity_id and s.rejected is not null
      and (h.rejected, h.state, h.profile, h.email, h.full_name, h.days) is distinct from
        (s.rejected, s.state, s.profile, s.email, s.full_name, s.days)`.execute(tx)
  await sql`
    update staged_account a set
      state = case when h.rejected ->> 'state' = a.state then i.vendor_state
        when h.rejected ? 'days' then state_by_days(coalesce(a.days ->> 'state', a.state), i.days) else a.state end,
      days = case when h.rejected ? 'days' then i.days else a.days end,
      email = case when h.rejected ? 'email' then i.email else a.email end,
      first_name = case when h.rejected ? 'full_name' then i.first_name else a.first_name end,
      last_name = case when h.rejected ? 'full_name' then i.last_name else a.last_name end,
      full_name = case when h.rejected ? 'full_name' then i.full_name else a.full_name end,
      profile = profile_without_rejected(a.profile, i.profile, coalesce(h.rejected -> 'profile', '{}'))
    from identity i join held_account h on h.identity_id = i.id
    where i.integration_id = ${integration.id} and h.rejected is not null and a.vendor_id = i.vendor_id`.execute(
    tx,
  )
  await sql`
    delete from import_absent n using held_account h
    where n.run_id = current_import_run() and h.identity_id = n.identity_id and h.rejected ->> 'state' = 'deactivated'`.execute(
    tx,
  )
}

/** Held accounts (`h`), as SQL, without those that are accepted in this transaction. */
export const heldElsewhere = sql`
  (select * from held_account
   where incident_id is not null and identity_id not in (select identity_id from accepted_account)) h`

/** An account that is absent is no longer in the state that was rejected, unless that was its absence. */
async function forgetStatesOfAbsent(tx: Transaction): Promise<void> {
  await sql`
    with absent as materialized (
      select h.identity_id, nullif(h.rejected - 'state', '{}') as rejected
      from import_absent n join held_account h on h.identity_id = n.identity_id
      where n.run_id = current_import_run() and h.rejected ->> 'state' <> 'deactivated'
    ), forgotten as (
      delete from held_account h using absent a
      where h.identity_id = a.identity_id and a.rejected is null and h.incident_id is null
    )
    update held_account h set rejected = a.rejected,
      state = case when h.incident_id is null then 'deactivated' else h.state end
    from absent a
    where h.identity_id = a.identity_id and (a.rejected is not null or h.incident_id is not null)`.execute(
    tx,
  )
}

/** How many accounts of the source have a rejected value, by its key, that the source still reports. */
export async function countRejectedValues({
  tx,
  integration,
}: SourceRun): Promise<{ key: string; accounts: number }[]> {
  const { rows } = await sql<{ key: string; accounts: number }>`
    select r.key, count(*) as accounts
    from held_account h cross join lateral (
      select jsonb_object_keys(h.rejected - 'profile') as key
      union select jsonb_object_keys(coalesce(h.rejected -> 'profile', '{}'))) r
    where h.integration_id = ${integration.id} and h.incident_id is null and h.rejected is not null
    group by r.key order by r.key limit 200`.execute(tx)
  return rows
}

/** The account that a held one replaces and whose end is rejected, as SQL. `id`: of the identity of the held one. */
export function withRejectedEnd(id: 'i.id' | 'h.identity_id'): RawBuilder<unknown> {
  return sql`(
    select f.identity_id from held_account k join held_account f on f.identity_id = k.replaces_identity_id
    where k.identity_id = ${sql.ref(id)} and ${isEndRejected})`
}

/** A key that policy reads, and the accounts, by vendor id, that a run takes its value from. */
export type LostColumn = {
  key: string
  vendorIds: string[]
  /** Accounts that had a value before the run. */
  size: number
  percent: number
  least: number
}

/**
 * The keys that more accounts lose by a merge than the limits on accounts of the source allow. Accounts that have ended, or end now,
 * do not count.
 */
export async function findLostColumns({ tx, integration }: SourceRun): Promise<LostColumn[]> {
  const before = sql`c.before -> 'profile'`
  const { rows } = await sql<LostColumn>`
    with lost as materialized (
      select k.key, array_agg(i.vendor_id order by i.vendor_id) as "vendorIds"
      from integration g
      join identity i on i.integration_id = g.id
      join identity_change c on c.identity_id = i.id
      cross join lateral (${keysOfPolicy}) k (key)
      where g.id = ${integration.id} and not c.is_new and i.vendor_state <> 'deactivated'
        and c.before ->> 'vendor_state' <> 'deactivated'
        and ${hasValue(before)} and not ${hasValue(sql`i.profile`)}
        -- Who is named as the manager may be in either key.
        and not (coalesce(k.key in (g.manager_profile_key, g.manager_name_profile_key), false)
          and coalesce(profile_text(i.profile, g.manager_profile_key),
            profile_text(i.profile, g.manager_name_profile_key)) is not null)
      group by k.key
    ), limits as (
      select coalesce(g.account_limit_percent, p.account_limit_percent) as percent,
        coalesce(g.account_limit_people, p.account_limit_people) as least
      from integration g cross join policy_settings p where g.id = ${integration.id}
    ), counted as (
      select k.key, k."vendorIds", l.percent, l.least, (
        select count(*) from identity i left join identity_change c on c.identity_id = i.id
        where i.integration_id = ${integration.id} and not coalesce(c.is_new, false)
          and coalesce(c.before ->> 'vendor_state', i.vendor_state) <> 'deactivated'
          and ${hasValue(sql`coalesce(${before}, i.profile)`)}) as size
      from lost k cross join limits l where cardinality(k."vendorIds") > l.least
    )
    select * from counted where cardinality("vendorIds") * 100 > size * percent order by key`.execute(
    tx,
  )
  return rows
}

/** Whether a profile has a value at a key (`k`): not null, and not empty. */
function hasValue(profile: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    coalesce(profile_member(${profile}, k.key), 'null') not in ('null', '[]', '{}')
    and btrim(coalesce(profile_text(${profile}, k.key),
      case jsonb_typeof(profile_member(${profile}, k.key)) when 'string' then '' else '-' end)) <> '')`
}
