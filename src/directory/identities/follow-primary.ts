import { sql } from 'kysely'
import { fewRowsOf, planKept, send } from '../../database/planning.ts'
import type { SourceRun } from './integration-facts.ts'
import { leadingAccounts, stateFromAccount } from './leading-account.ts'
import { endOf, startOf } from './changed-accounts.ts'
import { hasDisappeared } from './replaced-accounts.ts'
import { keepUsers } from './snapshots.ts'

/**
 * The effect of the leading account on its person's base state. An administrator's decision lasts until what leads turns
 * deactivated, and a decision that the person is active until it turns suspended. An end that an administrator
 * set is not touched. All is compared with what was before the run, so that following twice is following once. Needs `u` (directory
 * user), `n` (what they were before), `i` (the account that leads) and `f` (the one that led before, if it still is the person's).
 */
const baseBefore = sql`coalesce(n.base_state, u.base_state)`
const setBefore = sql`coalesce(n.base_state_set_by, u.base_state_set_by)`
const turnedDeactivated = sql`(s.state = 'deactivated' and f.state <> 'deactivated')`
const turnedSuspended = sql`(s.state = 'suspended' and f.state in ('staged', 'active'))`
/** Of an account that has only now been linked nothing is known from before. */
const turnedAway = sql`((${baseBefore} = 'active' and (${turnedDeactivated} or ${turnedSuspended})) is true)`
const baseState = sql`case
  when u.deleted_at is not null then u.base_state
  when ${setBefore} = 'administrator' and not ${turnedAway}
    then case when ${turnedDeactivated} then 'deactivated' else ${baseBefore} end
  else s.state end`

/** A suspension or an end that an administrator set is not lifted when the account comes back. */
const baseStateSetBy = sql`case
  when u.deleted_at is null and ${turnedAway} then 'source' else ${setBefore} end`

/**
 * The state that the leading account (`i`) gives its person (`u`) at this instant, as SQL. A last day that is over has no effect where an
 * administrator set another end, or overrode this one.
 */
const stateNow = sql`case
  when i.days is null or i.vendor_state = 'deactivated' and i.days ->> 'state' = 'deactivated' then ${stateFromAccount}
  else (
    select case when d.state = 'suspended' and (i.never_active or ${startOf(sql`i.days`)} is not null) then 'staged' else d.state end
    from (select state_by_days(i.days ->> 'state', case
      when u.expires_at_is_override or u.overridden_source_end = ${endOf(sql`i.days`)} then i.days - 'ends_at' else i.days end) as state) d
  ) end`

/** When the source ends the person, as SQL (`z`): with the active accounts, else with the account that leads. */
const endOfPerson = sql`nullif(coalesce(z.ends_at, ${endOf(sql`i.days`)}), 'infinity')`

/** The dated start that the account gives. One that an administrator set stays, unless the account's own takes it away. */
const activatesBefore = sql`case when n.id is null then u.activates_at else n.activates_at end`
const startedBySource = sql`(${activatesBefore} = f.begins_at) is true`
const activatesAt = sql`case
  when u.deleted_at is not null then u.activates_at
  when (${baseState}) = 'staged' and ${startOf(sql`i.days`)} is not null
    and (${activatesBefore} is null or ${baseBefore} <> 'staged' or ${startedBySource})
    then ${startOf(sql`i.days`)}
  when ${startedBySource} then null
  else ${activatesBefore} end`

/** The first end counts, also where an administrator had deactivated the person before. */
const deprovisionedBefore = sql`case when n.base_state is null then u.deprovisioned_at else n.deprovisioned_at end`
const deprovisionedAt = sql`case
  when u.deleted_at is not null then u.deprovisioned_at
  when (${baseState}) <> 'deactivated' then null
  when ${baseBefore} <> 'deactivated' then current_instant()
  when ${turnedDeactivated} then coalesce(${deprovisionedBefore}, current_instant())
  else ${deprovisionedBefore} end`

/**
 * Names, address, username and state of the people whose primary accounts this run changed or linked follow the one that leads.
 * Deleted people stay as they are.
 */
export async function followPrimaryAccounts(run: SourceRun): Promise<void> {
  const { tx } = run
  if ((await findFollowers(run)) === 0) return
  const keeping = keepUsers(tx, sql`select id from following_user`)
  const following = sql`
    update directory_user u set primary_identity_id = w.primary_identity_id, first_name = w.first_name,
      last_name = w.last_name, email = w.email, username = w.username, provisioned_at = w.provisioned_at,
      base_state = w.base_state, base_state_set_by = w.base_state_set_by,
      deprovisioned_at = w.deprovisioned_at, source_expires_at = w.source_expires_at, activates_at = w.activates_at
    from ${fewRowsOf(tx, 'following_user')} w where u.id = w.id`.execute(tx)
  await Promise.all([keeping, following])
}

/** Of an account (`i`) of a person (`u`), as SQL: without its profile, which is most of it. */
const followedColumns = sql`u.id as of_person_id, u.primary_identity_id, i.id, i.vendor_id, i.vendor_state, i.days, i.never_active,
  i.first_name, i.last_name, i.email, i.vendor_created_at`

/** Locks the people who may have to follow, and fills `following_user` with those who differ. @returns how many do */
async function findFollowers({ tx, integration }: SourceRun): Promise<number> {
  const concerned = concernedPeople({ tx, integration })
  const locking = sql`
    select count(*) from (
      select from directory_user where id in (${concerned}) order by id for no key update) locked
    ${planKept(tx)}`
  send(tx, locking)
  send(tx, sql`delete from following_user ${planKept(tx)}`)
  const { numAffectedRows } = await sql`
    insert into following_user
    with concerned as materialized (${concerned}),
    account as materialized (
      select ${followedColumns} from concerned p join directory_user u on u.id = p.id
      join identity i on i.directory_user_id = u.id and i.integration_id = ${integration.id}
    ),
    led as materialized (${leadingAccounts(sql`from account i cross join lateral (select i.of_person_id as id, i.primary_identity_id) u`)}),
    dated as materialized (
      select i.of_person_id as person_id, i.vendor_state = 'active' as is_active, ${endOf(sql`i.days`)} as ends_at, ${startOf(sql`i.days`)} as starts_at
      from account i),
    active as materialized (
      select person_id, max(ends_at) as ends_at from dated where is_active group by person_id),
    ending as materialized (
      -- An account that begins before the active ones are over goes on for them.
      select d.person_id, max(greatest(a.ends_at, d.ends_at)) as ends_at from active a join dated d on d.person_id = a.person_id
      where d.is_active or d.starts_at <= a.ends_at group by d.person_id
    ),
    known as materialized (
      select n.directory_user_id as id, (n.before ->> 'primary_identity_id')::uuid as primary_identity_id,
        case when n.is_new then 'active' else n.before ->> 'base_state' end as base_state,
        coalesce(n.base_state_set_by, 'source') as base_state_set_by, n.deprovisioned_at,
        (n.before ->> 'activates_at')::timestamptz as activates_at
      from ${fewRowsOf(tx, 'user_change')} n
    ),
    formerly as materialized (
      select u.id as person_id, case when coalesce(c.was_never_active, f.never_active) then 'staged'
        else coalesce(c.before ->> 'vendor_state', f.vendor_state) end as state,
        ((case when c.identity_id is null then f.days else c.before -> 'days' end) ->> 'begins_at')::timestamptz as begins_at
      from concerned p join directory_user u on u.id = p.id left join known n on n.id = u.id
      join identity f on f.id = case when n.id is null then u.primary_identity_id else n.primary_identity_id end
        and f.integration_id = ${integration.id} and f.directory_user_id = u.id
      left join ${fewRowsOf(tx, 'identity_change')} c on c.identity_id = f.id
    )
    select w.* from (
      select u.id, i.id as primary_identity_id, ${followed('first_name')}, ${followed('last_name')}, ${followed('email')},
        case when u.username_is_override or u.deleted_at is not null then u.username
          else nullif(split_part(i.email, '@', 1), '') end as username,
        coalesce(i.vendor_created_at, u.created_at) as provisioned_at, ${baseState} as base_state,
        ${baseStateSetBy} as base_state_set_by, ${deprovisionedAt} as deprovisioned_at,
        ${endOfPerson} as source_expires_at, ${activatesAt} as activates_at
      from led i join directory_user u on u.id = i.person_id
      left join known n on n.id = u.id left join formerly f on f.person_id = u.id
      left join ending z on z.person_id = u.id
      cross join lateral (select ${stateNow} as state offset 0) s
    ) w join directory_user u on u.id = w.id
    where ${hasDiffering}
    ${planKept(tx)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A person `u` is not as `w` has them. */
const hasDiffering = sql`(u.primary_identity_id, u.first_name, u.last_name, u.email, u.username, u.provisioned_at, u.base_state,
        u.base_state_set_by, u.deprovisioned_at, u.source_expires_at, u.activates_at)
      is distinct from (w.primary_identity_id, w.first_name, w.last_name, w.email, w.username, w.provisioned_at,
        w.base_state, w.base_state_set_by, w.deprovisioned_at, w.source_expires_at, w.activates_at)`

/** People who are new have been written as their account is, so only their other accounts concern them. */
function concernedPeople({ tx, integration }: Pick<SourceRun, 'tx' | 'integration'>) {
  return sql`
    select u.id from ${fewRowsOf(tx, 'identity_change')} c
    join identity i on i.id = c.identity_id and i.integration_id = ${integration.id}
    join directory_user u on u.id = i.directory_user_id
    left join ${fewRowsOf(tx, 'user_change')} n on n.directory_user_id = u.id and n.is_new
    where (n.is_new is null or u.primary_identity_id is distinct from i.id)
      and not exists (select from ${fewRowsOf(tx, 'replaced_account')} r where r.identity_id = i.id and ${hasDisappeared})
    union
    select u.id from ${fewRowsOf(tx, 'user_change')} n join directory_user u on u.id = n.directory_user_id
    where not n.is_new and n.before ->> 'primary_identity_id' is distinct from u.primary_identity_id::text`
}

function followed(column: 'first_name' | 'last_name' | 'email') {
  return sql`case when u.deleted_at is null then i.${sql.ref(column)} else u.${sql.ref(column)} end as ${sql.ref(column)}`
}
