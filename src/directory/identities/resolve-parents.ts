import { sql } from 'kysely'
import type { SourceRun } from './integration-facts.ts'
import { keepUsers } from './snapshots.ts'

/**
 * Makes secondary users of the people whose primary account names a main account of the same integration. A parent
 * has no parent: a person who names a secondary user, or who has secondary users set by an administrator, gets
 * none. What an administrator set stays where the account never named one, or until it names another one. The main account of
 * someone who was deleted still counts, so that who is beside them has no access.
 */
export async function resolveParents(run: SourceRun): Promise<void> {
  const moved = await findMovedParents(run)
  if (moved.length === 0) return
  const { tx } = run
  const people = moved.map(({ id }) => id)
  const targets = moved.map(({ target_id: target }) => target)
  await keepUsers(tx, sql`select unnest(${people}::uuid[])`)
  await sql`
    update directory_user u set parent_user_id = m.target_id, parent_is_override = false
    from unnest(${people}::uuid[], ${targets}::uuid[]) as m (id, target_id) where u.id = m.id`.execute(
    tx,
  )
}

/** After a change of the key: ends the parents that the source named, where the account names none under the key that there is now. */
export async function endUnnamedParents({ tx, integration }: SourceRun): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id from directory_user u join identity i on i.id = u.primary_identity_id
    where i.integration_id = ${integration.id} and u.parent_user_id is not null and not u.parent_is_override
      and u.deleted_at is null and profile_text(i.profile, ${integration.parentProfileKey}::text) is null`.execute(
    tx,
  )
  if (rows.length === 0) return
  const people = sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`
  await keepUsers(tx, people)
  await sql`update directory_user u set parent_user_id = null where u.id in (${people})`.execute(tx)
}

/** Whether {@link resolveParents} would write anything. */
export async function someParentMoves(run: SourceRun): Promise<boolean> {
  return (await findMovedParents(run)).length > 0
}

type MovedParent = { id: string; target_id: string | null }

async function findMovedParents(run: SourceRun): Promise<MovedParent[]> {
  if (!run.integration.isPrimary || run.integration.parentProfileKey === null) return []
  const claims = await selectClaims(run, run.integration.parentProfileKey)
  const column = (key: keyof Claim) => claims.map((claim) => claim[key])
  const { rows } = await sql<MovedParent>`
    with claim as materialized (
      select k.id, k.parent_user_id, t.id as target_id, t.parent_user_id as target_parent_id
      from unnest(${column('id')}::uuid[], ${column('parent_user_id')}::uuid[], ${column('identity_id')}::uuid[],
          ${column('reference')}::text[]) as k (id, parent_user_id, identity_id, reference)
      left join identity m on m.integration_id = ${run.integration.id}
        and m.vendor_id = k.reference and m.id <> k.identity_id
      left join directory_user t on t.id = m.directory_user_id and t.id <> k.id
    ),
    -- Joined and not looked up a row at a time: without nested loops each look-up would read the whole table.
    given as (
      select distinct s.parent_user_id as id
      from directory_user s left join claim k on k.id = s.id
      where s.parent_user_id is not null and s.deleted_at is null and k.id is null
    ),
    decided as (
      select c.id, c.parent_user_id, case
        when k.target_id is not null then null
        when c.target_parent_id is not null and k.id is null then null
        when g.id is not null then null
        else c.target_id end as target_id
      from claim c left join claim k on k.id = c.target_id left join given g on g.id = c.id
    )
    select d.id, d.target_id from decided d join directory_user u on u.id = d.id
    where d.parent_user_id is distinct from d.target_id or u.parent_is_override`.execute(run.tx)
  return rows
}

type Claim = {
  id: string
  parent_user_id: string | null
  identity_id: string
  reference: string | null
}

/**
 * People whose account names a main account, or did, and decides about it. Read first: PostgreSQL expects billions of rows of their joins with
 * what a preview adds, and prepares for them.
 */
async function selectClaims({ tx, integration }: SourceRun, key: string): Promise<Claim[]> {
  const named = sql`profile_text(i.profile, ${key})`
  const before = sql`profile_text(c.before -> 'profile', ${key})`
  // An operator finds who can have the key in a fraction of the time that the function takes which reads it.
  const mayName = sql`(profile ? ${key} or profile ? ${key.split('.')[0]})`
  const { rows } = await sql<Claim>`
    with account as materialized (
      select id, profile from identity where integration_id = ${integration.id} and ${mayName}
      union all
      select id, profile from identity
      where integration_id = ${integration.id} and not ${mayName} and id = any (array(select identity_id from identity_change))
    )
    select u.id, u.parent_user_id, i.id as identity_id, btrim(${named}) as reference
    from account i join directory_user u on u.primary_identity_id = i.id
    left join identity_change c on c.identity_id = i.id
    where u.deleted_at is null and (${named} is not null or ${before} is not null)
      and (not u.parent_is_override or c.before is not null and ${before} is distinct from ${named})`.execute(
    tx,
  )
  return rows
}
