import { sql } from 'kysely'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import { stagedColumns } from './changed-accounts.ts'
import { addressesWithRejectedEnd } from './held-selection.ts'
import { partyCandidates } from './candidates.ts'
import { weighEvidence } from './evidence.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import { linkDecisions } from './link-decisions.ts'
import { addStaged, matchedBy } from './pending-accounts.ts'

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
 * Finds the accounts of the stage that are of a person whose account disappears in the same run: it is deactivated, or absent from a
 * complete list. Keeps them in `replaced_account` for the merge, one for each account that disappears. At the primary, those that agree
 * with a person as they were before the run are kept in `doubted_account`: they create no one. To be called before anything is held back.
 */
export async function findReplacedAccounts(
  run: SourceRun,
  isComplete: boolean,
): Promise<ReplacedAccount[]> {
  const { tx, integration } = run
  await sql`delete from replaced_account`.execute(tx)
  await sql`delete from doubted_account`.execute(tx)
  await sql`delete from pending_link`.execute(tx)
  const ends = sql`i.vendor_id in (select vendor_id from staged_account where state = 'deactivated')`
  const isGone = isComplete
    ? sql`(${ends} or i.id in (select identity_id from import_absent where run_id = current_import_run()))`
    : ends
  const gone = sql`
    select i.id, i.vendor_id, i.directory_user_id as person_id from identity i
    where i.integration_id = ${integration.id} and i.vendor_state <> 'deactivated' and i.directory_user_id is not null
      and ${isGone}`
  const { rows } = await sql`
    select from (${gone} union all ${integration.isPrimary ? turned(integration) : gone}) g limit 1 ${planKept(tx)}`.execute(
    tx,
  )
  if (rows.length === 0 || (await addStaged(run, mayReplace(integration))) === 0) return []
  await weighEvidence(run, { areStaged: true })
  const state = sql`
    select identity_id, false as must_wait, false as is_held, false as is_doubted from pending_link`
  await sql`
    update pending_link p set decision = d.decision, directory_user_id = d.directory_user_id, evidence = d.evidence
    from (${linkDecisions(state, integration)}) d where d.identity_id = p.identity_id ${planKept(tx)}`.execute(
    tx,
  )
  if (integration.isPrimary)
    await sql`
      insert into doubted_account (vendor_id, person_id, agrees, contradicts)
      select p.vendor_id, c.person_id, c.agrees, c.contradicts
      from pending_link p join (${partyCandidates}) c on c.party = p.party where p.decision in ('link', 'wait') ${planKept(tx)}`.execute(
      tx,
    )
  const { rows: pairs } = await sql<ReplacedAccount>`
    with link as (
      select vendor_id, state, directory_user_id as person_id, coalesce(evidence, 'same address') as evidence
      from pending_link where decision = 'link' and state <> 'deactivated'
    ), come as (
      select distinct on (person_id) * from link order by person_id, state, vendor_id
    ), former as (
      select distinct on (g.person_id) g.* from (${gone}) g join directory_user u on u.id = g.person_id
      order by g.person_id, g.id <> u.primary_identity_id, g.id
    )
    insert into replaced_account (identity_id, vendor_id, by_vendor_id, person_id, evidence)
    select f.id, f.vendor_id, c.vendor_id, f.person_id, 'replaced: ' || c.evidence || ' as the account ' || f.vendor_id
    from come c join former f using (person_id)
    returning vendor_id as "vendorId", by_vendor_id as "byVendorId"`.execute(tx)
  return pairs
}

/** Accounts of people that the run changes in what accounts are matched by, as SQL. */
function turned(integration: IntegrationFacts) {
  return sql`
    select i.id, i.vendor_id, i.directory_user_id from staged_account a cross join ${matchedBy(integration.id)}
    join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
    where i.directory_user_id is not null
      and (a.email, a.first_name, a.last_name, a.full_name, profile_text(a.profile, g.number_key))
        is distinct from (i.email, i.first_name, i.last_name, i.full_name, profile_text(i.profile, g.number_key))`
}

/** Accounts (`a`) that appear, or that belong to no one (`i`) and do not wait for something else, as SQL. */
function mayReplace(integration: IntegrationFacts) {
  return sql`a.state <> 'deactivated' and (
    i.id is null
    or i.directory_user_id is null and i.link_evidence is null and (
      i.vendor_state = 'deactivated'
      or i.email_key is not null and i.email_key not in (${addressesWithRejectedEnd(integration)})
      or exists (
        select from held_account h where h.identity_id = i.id
          and (h.is_new_account or h.replaces_identity_id is not null))))`
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
