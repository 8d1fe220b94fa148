import { sql, type RawBuilder } from 'kysely'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import { fold } from '../../engine/fold.ts'
import { stagedColumns } from './changed-accounts.ts'
import { addressesWithRejectedEnd } from './held-selection.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'

/** An account that disappears, and the one that appears in its place, by vendor id. */
export type ReplacedAccount = { vendorId: string; byVendorId: string }

/**
 * Stages accounts that a partial run does not list, to be decided with those that it lists: the other account of each held pair,
 * with what the source reported last about it, and the account that waits for the place of one that the run ends. `line` is 0.
 */
export async function stageCounterparts({ tx, integration }: SourceRun): Promise<void> {
  const reported = sql`r.handle, r.email, r.first_name, r.last_name, r.full_name`
  await sql`
    with listed as materialized (
      select i.id, i.directory_user_id as person_id, a.state = 'deactivated' as ends
      from staged_account a join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
    ), counterpart as (
      select h.replaces_identity_id as id from listed l join held_account h on h.identity_id = l.id where not l.ends
      union all
      select h.identity_id from listed l join held_account h on h.replaces_identity_id = l.id where l.ends
    ), waiting as (
      select i.id from listed l join identity i on i.integration_id = ${integration.id}
        and i.suggested_directory_user_id = l.person_id
      where l.ends and i.vendor_state <> 'deactivated' and i.directory_user_id is null and i.link_evidence is null
        and not exists (select from held_account h where h.identity_id = i.id)
    )
    insert into staged_account (${stagedColumns('')})
    select 0, i.vendor_id, ${reported}, r.state, r.is_new, r.created_at, r.profile, r.days
    from counterpart c join held_account r on r.identity_id = c.id join identity i on i.id = c.id
    where r.incident_id is not null and c.id not in (select id from listed)
    union all
    select 0, r.vendor_id, ${reported}, r.vendor_state, false, r.vendor_created_at, r.profile, r.days
    from waiting w join identity r on r.id = w.id
    where w.id not in (select id from listed union all select id from counterpart) ${planKept(tx)}`.execute(
    tx,
  )
}

/**
 * Finds the accounts of the stage that appear while another account of the source disappears (it is deactivated, or absent from
 * a complete list) that has the same employee id or, where both have none, the same address and name. Keeps them in
 * `replaced_account` for the merge. Two candidates for one account are none, unless they wait for its place. To be called before
 * anything is held back.
 */
export async function findReplacedAccounts(
  run: SourceRun,
  isComplete: boolean,
): Promise<ReplacedAccount[]> {
  const { tx } = run
  await sql`delete from replaced_account`.execute(tx)
  const candidates = await selectCandidates(run, isComplete)
  const pairs = [...Map.groupBy(candidates, keyOf).values()].flatMap(pairsOf)
  if (pairs.length === 0) return []
  await sql`
    insert into replaced_account (identity_id, vendor_id, by_vendor_id, person_id, evidence)
    select i.id, i.vendor_id, r."byVendorId", i.directory_user_id,
      'replaced: same ' || r.what || ' as the account ' || i.vendor_id
    from json_to_recordset(${JSON.stringify(pairs)}::json) as r ("identityId" uuid, "byVendorId" text, what text)
    join identity i on i.id = r."identityId"`.execute(tx)
  return pairs
}

/**
 * An account that disappears (`identityId`) or appears (null). `what` says which `value` identifies its person; a name is
 * compared as well where it is the address. `isBeside`: it names a main account. `waitsFor`: the person suggested for it.
 */
type Candidate = {
  vendorId: string
  identityId: string | null
  personId: string | null
  what: 'employee id' | 'address and name'
  value: string
  name: string
  isBeside: boolean
  waitsFor: string | null
}

/** The accounts that disappear and those that appear, where at least one of each has the same value. */
async function selectCandidates(
  { tx, integration }: SourceRun,
  isComplete: boolean,
): Promise<Candidate[]> {
  const ends = sql`i.vendor_id in (select vendor_id from staged_account where state = 'deactivated')`
  const isGone = isComplete
    ? sql`(${ends} or i.id in (select identity_id from import_absent where run_id = current_import_run()))`
    : ends
  const { rows } = await sql<Candidate>`
    with gone as materialized (
      select i.id, i.vendor_id, i.full_name, i.directory_user_id as person_id, null::uuid as waits_for,
        ${isBeside(integration, 'i')} as is_beside, ${personKey(integration, 'i')} as key
      from identity i join directory_user u on u.id = i.directory_user_id and u.deleted_at is null
      where i.integration_id = ${integration.id} and i.vendor_state <> 'deactivated' and ${isGone}
    ), come as materialized (
      select null::uuid as id, a.vendor_id, coalesce(g.full_name, a.full_name) as full_name, null::uuid as person_id, g.person_id as waits_for,
        ${isBeside(integration, 'a')} as is_beside, ${personKey(integration, 'a')} as key
      from staged_account a
      left join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
      left join gone g on g.person_id = i.suggested_directory_user_id and ${spelling('g')} = ${spelling('a')}
      where a.state <> 'deactivated' and exists (select from gone) and (
        i.id is null
        or i.directory_user_id is null and i.link_evidence is null and (
          i.vendor_state = 'deactivated'
          or i.email_key is not null and i.email_key not in (${addressesWithRejectedEnd(integration)})
          or exists (
            select from held_account h where h.identity_id = i.id
              and (h.is_new_account or h.replaces_identity_id is not null))))
    )
    select vendor_id as "vendorId", id as "identityId", person_id as "personId", key ->> 0 as what, key ->> 1 as value,
      full_name as name, is_beside as "isBeside", waits_for as "waitsFor"
    from (
      select * from gone where key in (select key from come)
      union all
      select * from come where key in (select key from gone)) candidates
    order by vendor_id
    ${planKept(tx)}`.execute(tx)
  return rows
}

/**
 * What is the same in two accounts of one person, as SQL; null where that can't be told. Accounts that name a main account are like
 * each other only.
 */
export function likeness(integration: IntegrationFacts, alias: 'a' | 'i' | 'o') {
  return sql`(${personKey(integration, alias)} || jsonb_build_array(${spelling(alias)}, ${isBeside(integration, alias)}))`
}

/** The name of an account as waiting compares it, as SQL: whatever its case and accents. */
function spelling(alias: 'a' | 'i' | 'o' | 'g'): RawBuilder<string> {
  return sql<string>`search_key(replace(${sql.id(alias)}.full_name, 'ß', 'ss'))`
}

/** Whether an account names a main account, as SQL. */
function isBeside(
  { parentProfileKey }: IntegrationFacts,
  alias: 'i' | 'a' | 'o',
): RawBuilder<boolean> {
  if (parentProfileKey === null) return sql<boolean>`false`
  return sql<boolean>`(nullif(btrim(profile_text(${sql.id(alias)}.profile, ${parentProfileKey})), '') is not null)`
}

/** What identifies the person of an account, as SQL: its employee id or, without one, its address; null without either. */
function personKey(
  { employeeIdProfileKey }: IntegrationFacts,
  alias: 'i' | 'a' | 'o',
): RawBuilder<unknown> {
  const account = sql.id(alias)
  const employeeId =
    employeeIdProfileKey === null
      ? sql`null::text`
      : sql`nullif(btrim(profile_text(${account}.profile, ${employeeIdProfileKey})), '')`
  return sql`case
    when ${employeeId} is not null then jsonb_build_array('employee id', ${employeeId})
    when email_key(${account}.email) is not null
      then jsonb_build_array('address and name', email_key(${account}.email)) end`
}

function keyOf({ what, value, name }: Candidate): string {
  return JSON.stringify(what === 'employee id' ? [value] : [value, fold(name.trim())])
}

/** Of candidates with one key. If they are several, those that name a main account are told apart from the others. */
function pairsOf(candidates: readonly Candidate[]) {
  if (candidates.length === 2) return pairOf(candidates)
  return [...Map.groupBy(candidates, ({ isBeside }) => isBeside).values()].flatMap(pairOf)
}

/** The only account that disappears, and the only one that appears or else the first one that waits for its place. */
function pairOf(candidates: readonly Candidate[]) {
  const [former, ...others] = candidates.filter(({ identityId }) => identityId !== null)
  if (former === undefined || others.length > 0) return []
  const come = candidates.filter(({ identityId }) => identityId === null)
  const by = come.length === 1 ? come[0] : come.find(({ waitsFor }) => waitsFor === former.personId)
  if (by === undefined) return []
  const { identityId, vendorId, what } = former
  return [{ identityId, vendorId, byVendorId: by.vendorId, what }]
}

/**
 * Whether the account that `replaced_account` (`r`) names has disappeared: it is deactivated, and both accounts are not
 * held back, as SQL.
 */
export const hasDisappeared = sql<boolean>`
  r.by_vendor_id not in (select vendor_id from held_back)
  and exists (select from identity g where g.id = r.identity_id and g.vendor_state = 'deactivated')`

/**
 * What was rejected of an account stays unread in the one that has taken its place, while that has the same values.
 */
export async function keepRejections({ tx, integration }: SourceRun): Promise<void> {
  const rejected = sql`still_rejected(h.rejected - 'state', n.vendor_state, n.email, n.full_name, n.profile)`
  await sql`
    update identity n set email = case when k.rejected ? 'email' then o.email else n.email end,
      first_name = case when k.rejected ? 'full_name' then o.first_name else n.first_name end,
      last_name = case when k.rejected ? 'full_name' then o.last_name else n.last_name end,
      full_name = case when k.rejected ? 'full_name' then o.full_name else n.full_name end,
      profile = profile_without_rejected(n.profile, o.profile, coalesce(k.rejected -> 'profile', '{}'))
    from (
      select r.identity_id as former_id, n.id, ${rejected} as rejected
      from ${fewRowsOf(tx, 'replaced_account')} r join held_account h on h.identity_id = r.identity_id
      join identity n on n.integration_id = ${integration.id} and n.vendor_id = r.by_vendor_id
        and n.directory_user_id = r.person_id and n.linked_by = 'replaced'
      where ${hasDisappeared}) k
    join identity o on o.id = k.former_id
    where n.id = k.id and k.rejected is not null`.execute(tx)
}

/** Notes what {@link keepRejections} left unread, with what the source said, so that it stays so. Called once a run is merged. */
export async function noteRejections({ tx, integration }: SourceRun): Promise<void> {
  await sql`
    insert into held_account (identity_id, integration_id, rejected_incident_id, rejected, handle, email, first_name, last_name,
      full_name, state, is_new, created_at, profile)
    select k.id, ${integration.id}, k.incident_id, k.rejected, a.handle, a.email, a.first_name, a.last_name, a.full_name, a.state,
      a.is_new, a.created_at, a.profile
    from (
      select n.id, n.vendor_id, h.rejected_incident_id as incident_id,
        still_rejected(h.rejected - 'state', a.state, a.email, a.full_name, a.profile) as rejected
      from ${fewRowsOf(tx, 'replaced_account')} r
      join held_account h on h.identity_id = r.identity_id
      join identity n on n.integration_id = ${integration.id} and n.vendor_id = r.by_vendor_id and n.linked_by = 'replaced'
      join staged_account a on a.vendor_id = n.vendor_id
      where ${hasDisappeared}) k
    join staged_account a on a.vendor_id = k.vendor_id
    where k.rejected is not null
    on conflict (identity_id) do nothing`.execute(tx)
}
