import { sql, type RawBuilder } from 'kysely'
import { absentIdentities, differs, endsAccount, stagedColumns } from './changed-accounts.ts'
import { heldAccounts, isSelected, type HeldSelection } from './held-selection.ts'
import type { SourceRun } from './integration-facts.ts'
import { keepUsers } from './snapshots.ts'
import { findReplacedAccounts } from './replaced-accounts.ts'
import { heldElsewhere, withRejectedEnd } from './rejected-values.ts'

/**
 * Staged accounts to hold, by vendor id. `acceptsEnds`: an account that stops being active does so at once; the
 * other facts of the source wait.
 */
export type AccountsToHold = { vendorIds: readonly string[]; acceptsEnds: boolean }

/**
 * Takes accounts out of the stage into `held_back`, so that a merge leaves them as they are accepted. An account that is new
 * stays in the stage with its name and address, inactive and without a profile.
 */
export async function holdStaged(
  { tx, integration }: SourceRun,
  { vendorIds, acceptsEnds }: AccountsToHold,
): Promise<void> {
  if (vendorIds.length === 0) return
  const named = sql`select unnest(${[...vendorIds]}::text[])`
  await stageOrphans({ tx, integration }, named)
  const known = sql`i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id`
  await sql`
    insert into held_back (is_account_end, is_new_account, ${stagedColumns('')})
    select not ${acceptsEnds} and coalesce(${endsAccount}, false), i.id is null,
      ${stagedColumns('a.')}
    from staged_account a left join identity i on ${known}
    where a.vendor_id in (${named}) and a.vendor_id not in (select vendor_id from held_back)`.execute(
    tx,
  )
  if (!acceptsEnds) await holdAbsent({ tx, integration }, named)
  await sql`delete from staged_account a where a.vendor_id in (${named})`.execute(tx)
  await sql`
    insert into staged_account (${stagedColumns('')})
    select a.line, a.vendor_id, a.handle, a.email, a.first_name, a.last_name, a.full_name,
      case when a.state = 'deactivated' then 'deactivated' else 'suspended' end, true, a.created_at, '{}', null
    from held_back a where a.is_new_account and a.vendor_id in (${named})
    union all
    select a.line, i.vendor_id, i.handle, i.email, i.first_name, i.last_name, i.full_name, a.state, a.is_new,
      i.vendor_created_at, i.profile, a.days
    from held_back a join identity i on ${known}
    where ${acceptsEnds} and ${endsAccount} and a.vendor_id in (${named})`.execute(tx)
}

/** Accounts of no one that the run does not list, but would link, are held as they are accepted. `line` is 0. */
async function stageOrphans(
  { tx, integration }: Pick<SourceRun, 'tx' | 'integration'>,
  named: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into staged_account (${stagedColumns('')})
    select 0, i.vendor_id, i.handle, i.email, i.first_name, i.last_name, i.full_name, i.vendor_state, false,
      i.vendor_created_at, i.profile, i.days
    from identity i
    where i.integration_id = ${integration.id} and i.vendor_id in (${named}) and i.directory_user_id is null
      and i.link_evidence is null and i.vendor_state <> 'deactivated'
      and i.id not in (select identity_id from import_absent where run_id = current_import_run())
      and i.vendor_id not in (select vendor_id from staged_account union all select vendor_id from held_back)`.execute(
    tx,
  )
}

/** What a complete source does not list is an account that ends, and otherwise as it is accepted. */
async function holdAbsent(
  { tx, integration }: Pick<SourceRun, 'tx' | 'integration'>,
  named: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with absent as (
      delete from import_absent n using identity i
      where n.run_id = current_import_run() and i.id = n.identity_id and i.integration_id = ${integration.id}
        and i.vendor_state <> 'deactivated' and i.vendor_id in (${named})
      returning i.*
    )
    insert into held_back (is_account_end, is_new_account, ${stagedColumns('')})
    select vendor_state = 'active', false, 0, vendor_id, handle, email, first_name, last_name, full_name, 'deactivated',
      false, vendor_created_at, profile, null
    from absent where vendor_id not in (select vendor_id from held_back)`.execute(tx)
}

/** A column of the staged account (`a`), or what was pending (`h`) if the run does not list the account. */
export function lastSaid(column: string): RawBuilder<unknown> {
  const [staged, pending] = [sql.ref(`a.${column}`), sql.ref(`h.${column}`)]
  return sql`case when a.vendor_id is null then ${pending} else ${staged} end`
}

/** What is pending of a held account, as a row of SQL. */
function pendingOf(alias: 'h' | 'excluded'): RawBuilder<unknown> {
  return sql.raw(
    `(${alias}.is_account_end, ${alias}.handle, ${alias}.email, ${alias}.first_name, ${alias}.last_name, ${alias}.full_name,
      ${alias}.state, ${alias}.created_at, ${alias}.profile, ${alias}.days, ${alias}.replaces_identity_id)`,
  )
}

/** Keeps what is held back in the incident, once the run is merged. */
export async function keepHeld({ tx, integration }: SourceRun, incidentId: string): Promise<void> {
  const pending = sql`handle, email, first_name, last_name, full_name, state, is_new, created_at, profile, days`
  await sql`
    insert into held_account as h (identity_id, integration_id, incident_id, is_account_end, is_new_account,
      replaces_identity_id, was_active, ${pending})
    select i.id, i.integration_id, ${incidentId}::uuid, b.is_account_end, b.is_new_account,
      coalesce(r.identity_id, ${withRejectedEnd('i.id')}), b.state = 'active', b.handle, b.email, b.first_name, b.last_name,
      b.full_name, b.state, b.is_new, b.created_at, b.profile, b.days
    from held_back b join identity i on i.integration_id = ${integration.id} and i.vendor_id = b.vendor_id
    left join replaced_account r on r.by_vendor_id = b.vendor_id
    on conflict (identity_id) do update set incident_id = excluded.incident_id, is_account_end = excluded.is_account_end,
      change = case when h.incident_id is not distinct from excluded.incident_id
        and ${pendingOf('h')} is not distinct from ${pendingOf('excluded')} then h.change else excluded.change end,
      since = case when h.incident_id is null then excluded.since else h.since end,
      was_active = h.was_active or excluded.was_active, handle = excluded.handle, email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name,
      full_name = excluded.full_name, state = excluded.state, is_new = excluded.is_new, created_at = excluded.created_at,
      profile = excluded.profile, days = excluded.days, replaces_identity_id = excluded.replaces_identity_id
    where h.incident_id is distinct from excluded.incident_id or ${pendingOf('h')} is distinct from ${pendingOf('excluded')}`.execute(
    tx,
  )
}

/**
 * Someone who is new stays staged while held, and shows as suspended once the source has suspended the account. Writes the people
 * whose state changes, as the merge does.
 */
export async function followHeldNewcomers({ tx }: SourceRun, incidentId: string): Promise<void> {
  const wanted = sql`case when h.state = 'active' then 'staged' else 'suspended' end`
  const newcomers = sql`
    held_account h join identity i on i.id = h.identity_id
    join directory_user u on u.id = i.directory_user_id and u.primary_identity_id = i.id
    where h.incident_id = ${incidentId} and h.is_new_account and h.was_active and h.state in ('active', 'suspended')
      and u.deleted_at is null and u.base_state_set_by = 'source' and i.vendor_state = 'suspended'
      and u.base_state in ('staged', 'suspended') and u.base_state <> ${wanted}`
  const { rows } = await sql<{ id: string }>`select u.id from ${newcomers}`.execute(tx)
  if (rows.length === 0) return
  const people = sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`
  await keepUsers(tx, people)
  await sql`
    update identity i set never_active = h.state = 'active' from held_account h
    where h.identity_id = i.id and h.incident_id = ${incidentId} and i.directory_user_id in (${people}) and h.is_new_account`.execute(
    tx,
  )
  await sql`
    update directory_user u set base_state = ${wanted} from held_account h
    where h.identity_id = u.primary_identity_id and u.id in (${people})`.execute(tx)
}

/**
 * Holds the accounts of the stage without a person that have the address of an account which stays held: such an address leads
 * to no person, so they would wait for one anyway. `isComplete`: the run has facts about every account.
 */
export async function holdAtHeldAddresses(run: SourceRun, isComplete: boolean): Promise<void> {
  const { tx, integration } = run
  const { rows } = await sql<{ vendor_id: string }>`
    select distinct a.vendor_id
    from staged_account a
    left join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
    join (${heldAddresses}) h on h.email_key = email_key(a.email) and h.identity_id is distinct from i.id
    join identity o on o.id = h.identity_id
    where (i.id is null or i.directory_user_id is null and i.link_evidence is null)
      and a.vendor_id not in (select vendor_id from held_back)
      and (o.integration_id <> ${integration.id} or o.vendor_id in (select vendor_id from held_back)
        or not ${isComplete} and o.vendor_id not in (select vendor_id from staged_account))`.execute(
    tx,
  )
  await holdStaged(run, {
    vendorIds: rows.map(({ vendor_id: id }) => id),
    acceptsEnds: false,
  })
}

/**
 * Holds the other accounts that people who are held have at the source, as far as the run changes them: all facts of a source
 * about a person wait together. Accounts that stop being active do so. `isComplete`: the run has facts about every account.
 */
export async function holdOthersOfPeople(run: SourceRun, isComplete: boolean): Promise<void> {
  const { tx, integration } = run
  const staysHeld = sql`h.incident_id is not null and not ${isComplete}
    and i.vendor_id not in (select vendor_id from staged_account)`
  const { rows } = await sql<{ vendor_id: string }>`
    with held as materialized (
      select i.directory_user_id as id from held_back b
      join identity i on i.integration_id = ${integration.id} and i.vendor_id = b.vendor_id
      union
      select i.directory_user_id from held_account h join identity i on i.id = h.identity_id
      where h.integration_id = ${integration.id} and ${staysHeld}
    )
    select i.vendor_id from held p join identity i on i.directory_user_id = p.id
    left join staged_account a on a.vendor_id = i.vendor_id
    where i.integration_id = ${integration.id} and i.vendor_id not in (select vendor_id from held_back)
      and (a.vendor_id is not null and ${differs(integration)} or a.vendor_id is null and ${isComplete} and i.id in (${absentIdentities}))`.execute(
    tx,
  )
  await holdStaged(run, { vendorIds: rows.map(({ vendor_id: id }) => id), acceptsEnds: true })
}

/** The accounts that are held back of the run, by vendor id. */
export async function selectHeldBack({ tx }: Pick<SourceRun, 'tx'>): Promise<string[]> {
  const { rows } = await sql<{ vendor_id: string }>`select vendor_id from held_back`.execute(tx)
  return rows.map(({ vendor_id: id }) => id)
}

/**
 * Stages held accounts as if their source had sent them now. What is merged then is the current run of the transaction, and
 * nothing waits for these accounts. Their holds end by {@link endAcceptedHolds}. @returns how many accounts
 */
export async function stageHeld(
  { tx, integration, actor }: SourceRun,
  selection: HeldSelection,
): Promise<number> {
  await sql`select set_config('muster.import_run', new_id()::text, true)`.execute(tx)
  await sql`
    insert into accepted_account (identity_id, person_id)
    select h.identity_id, h.new_person_id from ${heldAccounts}
    where h.integration_id = ${integration.id} and ${isSelected(selection)}`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into staged_account (${stagedColumns('')})
    select row_number() over (order by since, vendor_id), vendor_id, handle,
      case when kept_out ? 'email' and email_key(kept_out ->> 'email') is not distinct from email_key(email)
        then accepted_email else email end,
      ${unlessRejected('first_name')}, ${unlessRejected('last_name')}, ${unlessRejected('full_name')},
      case when kept_out ->> 'state' = state then vendor_state
        else state_by_days(coalesce(days ->> 'state', state), ${acceptedDays}) end, is_new, created_at,
      case when kept_out is null then profile
        else profile_without_rejected(profile, accepted_profile, coalesce(kept_out -> 'profile', '{}')) end, ${acceptedDays}
    from (
      select h.*, i.vendor_id, i.profile as accepted_profile, i.email as accepted_email, i.days as accepted_days,
        i.vendor_state,
        i.first_name as accepted_first_name, i.last_name as accepted_last_name, i.full_name as accepted_full_name, ${keptOut} as kept_out
      from accepted_account c join held_account h on h.identity_id = c.identity_id join identity i on i.id = h.identity_id
    ) chosen`.execute(tx)
  await findReplacedAccounts({ tx, integration, actor }, false)
  return Number(numAffectedRows ?? 0)
}

/** The days of a held account, or what was accepted where they are rejected, as SQL. */
const acceptedDays = sql`case when kept_out ? 'days' then accepted_days else days end`

/** A column of the name of a held account, or what was accepted where the name is rejected, as SQL. */
function unlessRejected(column: 'first_name' | 'last_name' | 'full_name'): RawBuilder<unknown> {
  return sql`case when kept_out ->> 'full_name' = full_name then ${sql.ref(`accepted_${column}`)} else ${sql.ref(column)} end`
}

/** The rejected values of a held account (`h`) that stay unread when the rest is accepted, as SQL. */
export const keptOut = sql`case when h.incident_id is not null then h.rejected end`

/** Empties the run that {@link stageHeld} filled. */
export async function emptyStage({ tx }: Pick<SourceRun, 'tx'>): Promise<void> {
  await sql`delete from import_account where run_id = current_import_run()`.execute(tx)
}

/** Addresses of held accounts, accepted and pending, as SQL: `email_key`, and the `identity_id` of the account. */
export const heldAddresses = sql`
  select h.email_key, h.identity_id from ${heldElsewhere}
  union select i.email_key, i.id from ${heldElsewhere} join identity i on i.id = h.identity_id`
