import { sql, type RawBuilder } from 'kysely'
import type { SourceRun } from './integration-facts.ts'
import { keepUsers } from './snapshots.ts'

/**
 * Makes secondary users of the people whose primary account names a main account of the same integration. A parent
 * has no parent: a person who names a secondary user, or who has secondary users set by an administrator, gets
 * none. People whose account never named one keep what an administrator set.
 */
export async function resolveParents(run: SourceRun): Promise<void> {
  if (!(await someParentMoves(run))) return
  const { tx } = run
  const moved = movedParents(run)
  await keepUsers(tx, sql`select id from (${moved}) m`)
  await sql`
    update directory_user u set parent_user_id = m.target_id
    from (${moved}) m where u.id = m.id`.execute(tx)
}

/** Whether {@link resolveParents} would write anything. */
export async function someParentMoves(run: SourceRun): Promise<boolean> {
  if (!run.integration.isPrimary || run.integration.parentProfileKey === null) return false
  return (await sql`${movedParents(run)} limit 1`.execute(run.tx)).rows.length > 0
}

function movedParents({ integration }: SourceRun): RawBuilder<unknown> {
  const key = integration.parentProfileKey
  return sql`
    with claim as materialized (
      select u.id, u.parent_user_id, t.id as target_id, t.parent_user_id as target_parent_id
      from identity i
      join directory_user u on u.primary_identity_id = i.id
      left join identity_change c on c.identity_id = i.id
      left join identity m on m.integration_id = i.integration_id
        and m.vendor_id = btrim(profile_text(i.profile, ${key})) and m.id <> i.id
      left join directory_user t on t.id = m.directory_user_id and t.id <> u.id and t.deleted_at is null
      where i.integration_id = ${integration.id} and u.deleted_at is null
        and (profile_text(i.profile, ${key}) is not null or profile_text(c.before -> 'profile', ${key}) is not null)
    ),
    -- Joined and not looked up a row at a time: without nested loops each look-up would read the whole table.
    given as (
      select distinct s.parent_user_id as id
      from directory_user s left join claim k on k.id = s.id
      where s.parent_user_id is not null and k.id is null
    ),
    decided as (
      select c.id, c.parent_user_id, case
        when k.target_id is not null then null
        when c.target_parent_id is not null and k.id is null then null
        when g.id is not null then null
        else c.target_id end as target_id
      from claim c left join claim k on k.id = c.target_id left join given g on g.id = c.id
    )
    select id, target_id from decided where parent_user_id is distinct from target_id`
}
