import { sql, type RawBuilder } from 'kysely'
import { endsAccount } from './changed-accounts.ts'
import type { SourceRun } from './integration-facts.ts'

/**
 * Accounts of the source, by vendor id, whose policy-relevant values a merge changed, as SQL; `person_id` is their
 * person.
 */
function changedAccounts(run: SourceRun) {
  const { integration } = run
  return sql`
    select i.vendor_id, i.directory_user_id as person_id
    from identity_change c join identity i on i.id = c.identity_id
    join integration g on g.id = i.integration_id
    where i.integration_id = ${integration.id} and i.directory_user_id is not null and (
      c.is_new or (c.before ->> 'vendor_state', c.before ->> 'directory_user_id')
        is distinct from (i.vendor_state, i.directory_user_id::text)
      or nullif(c.before -> 'days', 'null') is distinct from i.days
      or ${isNamedOtherwise(run)}
      or exists (
        select from unnest(g.policy_keys || array[g.manager_profile_key, g.manager_name_profile_key, g.parent_profile_key,
          g.employee_id_profile_key]) as k (key)
        where key is not null
          and profile_member(c.before -> 'profile', key) is distinct from profile_member(i.profile, key)))`
}

/**
 * Whether a merge changed (`c`) the value of an account (`i`) by which the source names it as a manager, or its name if that
 * counts, as SQL. Vendor ids do not change.
 */
function isNamedOtherwise({ integration }: SourceRun): RawBuilder<boolean> {
  const { managerProfileHolds, employeeIdProfileKey: key, managerNameProfileKey } = integration
  if (!integration.isPrimary) return sql`false`
  const changes: Record<typeof managerProfileHolds, RawBuilder<boolean>> = {
    vendor_id: sql`false`,
    email: sql`email_key(c.before ->> 'email') is distinct from email_key(i.email)`,
    employee_id: sql`profile_member(c.before -> 'profile', ${key}::text) is distinct from profile_member(i.profile, ${key}::text)`,
  }
  return sql`(${changes[managerProfileHolds]}
    or ${managerNameProfileKey !== null} and c.before ->> 'full_name' is distinct from i.full_name)`
}

/** The value by which the source names an account (`i`) as a manager, as SQL. */
function nameKey({ integration }: SourceRun): RawBuilder<unknown> {
  const { managerProfileHolds, employeeIdProfileKey: key } = integration
  if (managerProfileHolds === 'vendor_id') return sql`i.vendor_id`
  return managerProfileHolds === 'email'
    ? sql`email_key(i.email)`
    : sql`btrim(profile_text(i.profile, ${key}::text))`
}

/**
 * Accounts of the source, by vendor id, that references to managers did not name before a merge, or do not name after it, as
 * SQL.
 */
function accountsNamedOtherwise(run: SourceRun) {
  return sql`
    select i.vendor_id, i.directory_user_id as person_id
    from identity_change c join identity i on i.id = c.identity_id
    where i.integration_id = ${run.integration.id} and (c.is_new or ${isNamedOtherwise(run)}
      or c.before ->> 'directory_user_id' is distinct from i.directory_user_id::text)`
}

/** The accounts, by vendor id, whose policy-relevant values a merge changed. */
export async function findChangedAccounts(run: SourceRun): Promise<string[]> {
  const { rows } = await sql<{ vendor_id: string }>`${changedAccounts(run)}`.execute(run.tx)
  return rows.map(({ vendor_id: id }) => id)
}

/** People (uuids) who were moved; `below`: those of them whose managers may have moved them. */
export type MovedPeople = { people: readonly string[]; below: readonly string[] }

/**
 * The accounts, by vendor id, whose change moved any of these people: their own, those of their parents, those of
 * managers above them whose manager changed, those of managers that the source names differently, and those that are named as
 * a manager beside another one. Called after the merge.
 */
export async function findCausingAccounts(
  run: SourceRun,
  { people, below }: MovedPeople,
): Promise<string[]> {
  if (people.length === 0) return []
  const { rows } = await sql<{ vendor_id: string }>`
    with recursive moved as materialized (
      select id from unnest(${[...people]}::uuid[]) as m (id)
    ), led as materialized (
      select id from unnest(${[...below]}::uuid[]) as m (id)
    ), edge as materialized (
      select u.id, u.manager_id, (c.before ->> 'manager_id')::uuid as former_id
      from user_change c join directory_user u on u.id = c.directory_user_id
      where c.before ->> 'manager_id' is distinct from u.manager_id::text
    ), above as (
      select u.manager_id as id from led m join directory_user u on u.id = m.id
      union
      select u.manager_id from above a join directory_user u on u.id = a.id
    ), above_before as (
      select case when e.id is null then u.manager_id else e.former_id end as id
      from led m join directory_user u on u.id = m.id left join edge e on e.id = m.id
      union
      select case when e.id is null then u.manager_id else e.former_id end
      from above_before a join directory_user u on u.id = a.id left join edge e on e.id = a.id
    ), moved_edge as materialized (
      select * from edge where id in (select id from led union select id from above union select id from above_before)
    ), cause as (
      select id from moved
      union
      select u.parent_user_id from moved m join directory_user u on u.id = m.id
      union
      select (c.before ->> 'parent_user_id')::uuid from moved m join user_change c on c.directory_user_id = m.id
      union
      select e.id from moved_edge e
    )
    select a.vendor_id from (${changedAccounts(run)}) a where a.person_id in (select id from cause)
    union
    select a.vendor_id from (${accountsNamedOtherwise(run)}) a
    where a.person_id in (select manager_id from moved_edge union select former_id from moved_edge)
    union
    select a.vendor_id from (${changedAccounts(run)}) a join identity i on i.integration_id = ${run.integration.id}
      and i.vendor_id = a.vendor_id
    where ${nameKey(run)} in (
      select case when ${run.integration.managerProfileHolds} = 'email' then email_key(u.manager_reference)
        else u.manager_reference end
      from moved_edge e join directory_user u on u.id = e.id where u.manager_problem = 'ambiguous')
      or name_key(i.full_name) in (
        select name_key(profile_text(p.profile, ${run.integration.managerNameProfileKey}))
        from moved_edge e join directory_user u on u.id = e.id join identity p on p.id = u.primary_identity_id
        where u.manager_problem = 'ambiguous')`.execute(run.tx)
  return rows.map(({ vendor_id: id }) => id)
}

/** The people that a merge created, by the vendor id of each of their accounts. */
export async function findNewPeople({ tx, integration }: SourceRun): Promise<Map<string, string>> {
  const { rows } = await sql<{ vendor_id: string; id: string }>`
    select i.vendor_id, n.directory_user_id as id from user_change n
    join identity i on i.directory_user_id = n.directory_user_id
    where n.is_new and i.integration_id = ${integration.id}`.execute(tx)
  return new Map(rows.map(({ vendor_id, id }) => [vendor_id, id]))
}

/**
 * People (uuids) whose last account of the source this merge ended, with their secondary users. The primary ends them with an
 * account that is not active; of another source a suspended account still provides values.
 */
export async function findEndedPeople({ tx, integration }: SourceRun): Promise<Set<string>> {
  const isInUse = (alias: 'i' | 'o') => {
    const state = sql.ref(`${alias}.vendor_state`)
    return integration.isPrimary ? sql`${state} = 'active'` : sql`${state} <> 'deactivated'`
  }
  const { rows } = await sql<{ id: string }>`
    with ended as materialized (
      select i.directory_user_id as id from identity_change c join identity i on i.id = c.identity_id
      where i.integration_id = ${integration.id} and c.before ->> 'vendor_state' = 'active' and not ${isInUse('i')}
        and i.directory_user_id is not null and not exists (
          select from identity o where o.directory_user_id = i.directory_user_id
            and o.integration_id = i.integration_id and ${isInUse('o')})
    )
    select id from ended
    union select u.id from ended e join directory_user u on u.parent_user_id = e.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A person whose new manager would close a cycle, and the accounts, by vendor id, that the merge changed on it. */
export type ManagerCycle = { personId: string; vendorIds: string[] }

/** The cycles of managers that the merge left open by taking an edge out, where it had not done so before. */
export async function findManagerCycles(run: SourceRun): Promise<ManagerCycle[]> {
  const { tx, integration } = run
  if (!integration.isPrimary || integration.managerProfileKey === null) return []
  // Usually there is none, and the walk allocates its memory before it finds that out.
  const closing = await sql`select from manager_claim where closing_id is not null limit 1`.execute(
    tx,
  )
  if (closing.rows.length === 0) return []
  const { rows } = await sql<{ person_id: string; vendor_ids: string[] }>`
    with recursive walk as (
      select c.directory_user_id as start, c.directory_user_id as id, c.closing_id as next
      from manager_claim c join user_change n on n.directory_user_id = c.directory_user_id
      where c.closing_id is not null and n.before ->> 'manager_problem' is distinct from 'cycle'
      union
      select w.start, c.directory_user_id, c.target_id
      from walk w join manager_claim c on c.directory_user_id = w.next
      where w.next <> w.start
    )
    select w.start as person_id, array_agg(a.vendor_id) as vendor_ids
    from walk w join (${changedAccounts(run)}) a on a.person_id = w.id group by w.start`.execute(tx)
  return rows.map(({ person_id: personId, vendor_ids: vendorIds }) => ({ personId, vendorIds }))
}

/** Accounts of the source about which the run says something and that are held now, by vendor id. */
export type HeldOfRun = {
  vendorId: string
  isAccountEnd: boolean
  /** The account is active, and the run would end it. */
  endsNow: boolean
}

export async function selectHeldOfRun(
  { tx, integration }: SourceRun,
  isComplete: boolean,
): Promise<HeldOfRun[]> {
  const { rows } = await sql<HeldOfRun>`
    select i.vendor_id as "vendorId", h.is_account_end as "isAccountEnd",
      i.vendor_state = 'active' and (a.vendor_id is null or ${endsAccount}) as "endsNow"
    from held_account h join identity i on i.id = h.identity_id
    left join staged_account a on a.vendor_id = i.vendor_id
    where h.integration_id = ${integration.id} and h.incident_id is not null
      and (${isComplete} or i.vendor_id in (select vendor_id from staged_account))`.execute(tx)
  return rows
}

/**
 * People (uuids) who are held and not eligible, or no longer by the end of one of these accounts (`ending`, vendor ids): nothing moves
 * them until they are. Before the merge.
 */
export async function findRestingHeld(
  { tx, integration }: SourceRun,
  ending: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from held_account h join identity i on i.id = h.identity_id
    join directory_user u on u.id = i.directory_user_id
    left join directory_user parent on parent.id = u.parent_user_id
    where h.integration_id = ${integration.id} and h.incident_id is not null
      and (i.vendor_id = any (${[...ending]}::text[])
        or not (${isEligible('u')} and (parent.id is null or ${isEligible('parent')})))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

function isEligible(alias: 'u' | 'parent'): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.deleted_at`)} is null and ${sql.ref(`${alias}.state`)} in ('active', 'expiring')`
}

/** Those of the people (uuids) whose account at the primary a merge has begun or ended, without those that end anyway (vendor ids). */
export async function findSwitched(
  { tx, integration }: SourceRun,
  people: ReadonlySet<string>,
  ending: readonly string[],
): Promise<string[]> {
  if (!integration.isPrimary || people.size === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct i.directory_user_id as id from identity_change c join identity i on i.id = c.identity_id
    where i.integration_id = ${integration.id} and i.directory_user_id = any (${[...people]}::uuid[])
      and i.vendor_id <> all (${[...ending]}::text[])
      and (c.before ->> 'vendor_state' = 'active') is distinct from (i.vendor_state = 'active')`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** The active accounts that the staged run would end (`id`, `vendor_id`), as SQL; `only` those, by vendor id. */
export function endingAccounts(
  { integration }: SourceRun,
  isComplete: boolean,
  only?: readonly string[],
) {
  const all = sql`
    select i.id, i.vendor_id from identity i join staged_account a on a.vendor_id = i.vendor_id
    where i.integration_id = ${integration.id} and ${endsAccount}
    union all
    select i.id, i.vendor_id from import_absent n join identity i on i.id = n.identity_id
    where ${isComplete} and n.run_id = current_import_run() and i.vendor_state = 'active'`
  return only === undefined
    ? all
    : sql`select e.* from (${all}) e where vendor_id = any (${[...only]}::text[])`
}

/** {@link endingAccounts} that can be held, by vendor id: the end of a deleted person's account moves no one. */
export async function selectEndingAccounts(run: SourceRun, isComplete: boolean): Promise<string[]> {
  const { rows } = await sql<{ vendor_id: string }>`
    select e.vendor_id from (${endingAccounts(run, isComplete)}) e
    where not exists (
      select from identity i join directory_user u on u.id = i.directory_user_id
      where i.id = e.id and u.deleted_at is not null)`.execute(run.tx)
  return rows.map(({ vendor_id: id }) => id)
}

/** All accounts that the staged run would change, by vendor id. */
export async function selectStaged({ tx }: SourceRun, isComplete: boolean): Promise<string[]> {
  const { rows } = await sql<{ vendor_id: string }>`
    select vendor_id from staged_account
    union all
    select i.vendor_id from import_absent n join identity i on i.id = n.identity_id
    where ${isComplete} and n.run_id = current_import_run()`.execute(tx)
  return rows.map(({ vendor_id: id }) => id)
}
