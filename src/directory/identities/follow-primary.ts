import { sql } from 'kysely'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import type { SourceRun } from './integration-facts.ts'
import { hasDisappeared } from './replaced-accounts.ts'
import { keepUsers } from './snapshots.ts'

/**
 * The effect of the primary account on its person's base state. An administrator's decision lasts until the account
 * itself turns deactivated, and a decision that the person is active until it turns suspended. expires_at is not
 * touched, so an expired person stays expired. Needs `i` (identity), `u` (directory user), `c` (its change in this
 * run) and `a` (the staged account, if any).
 */
const turnedDeactivated = sql`(i.vendor_state = 'deactivated' and c.before ->> 'vendor_state' <> 'deactivated')`
const turnedSuspended = sql`(i.vendor_state = 'suspended' and c.before ->> 'vendor_state' = 'active')`
/** Of an account that has only now been linked nothing is known from before. */
const turnedAway = sql`((u.base_state = 'active' and (${turnedDeactivated} or ${turnedSuspended})) is true)`
const baseState = sql`case
  when u.base_state_set_by = 'administrator' and not ${turnedAway}
    then case when ${turnedDeactivated} then 'deactivated' else u.base_state end
  when i.vendor_state <> 'suspended' then i.vendor_state
  when u.base_state = 'staged' or (coalesce(a.is_new, false) and u.base_state = 'deactivated') then 'staged'
  else 'suspended' end`

/** A suspension or an end that an administrator set is not lifted when the account comes back. */
const baseStateSetBy = sql`case
  when ${turnedAway} then 'source' else u.base_state_set_by end`

/** The first end of the account counts, also where an administrator had deactivated the person before. */
const deprovisionedAt = sql`case
  when (${baseState}) <> 'deactivated' then null
  when u.base_state <> 'deactivated' then current_instant()
  when ${turnedDeactivated} then coalesce(u.deprovisioned_at, current_instant())
  else u.deprovisioned_at end`

/**
 * Names, address, username and state of the people whose primary account this run changed or linked follow it.
 * Deleted people stay as they are.
 */
export async function followPrimaryAccounts(run: SourceRun): Promise<void> {
  const { tx } = run
  if ((await findFollowers(run)) === 0) return
  await keepUsers(tx, sql`select id from following_user`)
  await sql`
    update directory_user u set primary_identity_id = w.primary_identity_id, first_name = w.first_name,
      last_name = w.last_name, email = w.email, username = w.username, provisioned_at = w.provisioned_at,
      base_state = w.base_state, base_state_set_by = w.base_state_set_by,
      deprovisioned_at = w.deprovisioned_at
    from ${fewRowsOf(tx, 'following_user')} w where u.id = w.id`.execute(tx)
}

/** Locks the people who may have to follow, and fills `following_user` with those who differ. @returns how many do */
async function findFollowers({ tx, integration }: SourceRun): Promise<number> {
  const primary = sql`
    from ${fewRowsOf(tx, 'identity_change')} c
    join identity i on i.id = c.identity_id and i.integration_id = ${integration.id}
    join directory_user u on u.id = i.directory_user_id and coalesce(u.primary_identity_id, i.id) = i.id`
  await sql`
    select count(*) from (
      select from directory_user where id in (select u.id ${primary}) order by id for no key update) locked
    ${planKept(tx)}`.execute(tx)
  await sql`delete from following_user`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into following_user
    select w.* from (
      select u.id, i.id as primary_identity_id, i.first_name, i.last_name, i.email,
        case when u.username_is_override then u.username else nullif(split_part(i.email, '@', 1), '') end as username,
        coalesce(i.vendor_created_at, u.created_at) as provisioned_at, ${baseState} as base_state,
        ${baseStateSetBy} as base_state_set_by, ${deprovisionedAt} as deprovisioned_at
      ${primary}
      left join staged_account a on a.vendor_id = i.vendor_id
      where u.deleted_at is null
        and not exists (select from ${fewRowsOf(tx, 'replaced_account')} r where r.identity_id = i.id and ${hasDisappeared})
        and not exists (select from ${fewRowsOf(tx, 'user_change')} n where n.directory_user_id = u.id and n.is_new)
    ) w join directory_user u on u.id = w.id
    where (u.primary_identity_id, u.first_name, u.last_name, u.email, u.username, u.provisioned_at, u.base_state,
        u.base_state_set_by, u.deprovisioned_at)
      is distinct from (w.primary_identity_id, w.first_name, w.last_name, w.email, w.username, w.provisioned_at,
        w.base_state, w.base_state_set_by, w.deprovisioned_at)
    ${planKept(tx)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
