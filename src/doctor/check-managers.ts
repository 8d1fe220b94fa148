import { sql, type RawBuilder } from 'kysely'
import { idPrefixes } from '../contract/ids.ts'
import { isHierarchyConfirmed } from '../directory/identities/hierarchy.ts'
import { foundColumns, type Found } from './difference.ts'
import { inTurn, type Snapshot, type Step } from './snapshot.ts'

/**
 * Managers and parents that the primary names. Of several people whom a reference can name, and of edges that close a cycle, the order of
 * earlier runs decides, so each edge must only be one that the reference allows. While the hierarchy is not confirmed, the next run
 * resolves it: nothing is compared then.
 */
export async function* checkManagers({ tx }: Snapshot): AsyncGenerator<Step> {
  // The sequence is read as it is now, so a change since the snapshot makes it unconfirmed.
  yield* inTurn(tx, (await isHierarchyConfirmed(tx)) ? [managers, parents] : [])
}

const ofPerson = { type: sql.lit(idPrefixes.directoryUser), record: sql`u.id`, person: sql`u.id` }
const edge = (id: RawBuilder<unknown>) =>
  sql`encode_id(${sql.lit(idPrefixes.directoryUser)}, ${id})`

const managers = sql<Found>`
  with governed as materialized (
    select u.id, u.manager_id, u.manager_problem, u.manager_integration_id = g.id as is_named, g.manager_profile_holds as holds,
      btrim(profile_text(i.profile, g.manager_profile_key)) as reference,
      name_key(btrim(profile_text(i.profile, g.manager_name_profile_key))) as name
    from integration g join identity i on i.integration_id = g.id join directory_user u on u.primary_identity_id = i.id
    where g.is_primary and g.manager_profile_key is not null and u.deleted_at is null
  ), target as materialized (
    select 'vendor_id' as holds, i.vendor_id as key, i.directory_user_id as id
    from identity i join integration g on g.id = i.integration_id and g.is_primary where i.directory_user_id is not null
    union select 'email', u.email_key, u.id from directory_user u where u.email_key is not null
    union select 'employee_id', btrim(profile_text(i.profile, g.employee_id_profile_key)), u.id
    from integration g join identity i on i.integration_id = g.id join directory_user u on u.primary_identity_id = i.id
    where g.is_primary and g.manager_profile_holds = 'employee_id'
    union select 'name', name_key(i.full_name), i.directory_user_id
    from identity i join integration g on g.id = i.integration_id and g.is_primary where i.directory_user_id is not null
  ), allowed as materialized (
    select u.id, coalesce(array_agg(t.id) filter (where t.id is not null), '{}') as people
    from governed u left join target t on t.holds = u.holds
        and t.key = case u.holds when 'email' then email_key(u.reference) else u.reference end
      or t.holds = 'name' and t.key = u.name
    group by u.id
  )
  select ${foundColumns({
    ...ofPerson,
    what: sql`'manager_id'`,
    stored: edge(sql`u.manager_id`),
    follows: edge(sql`case when u.manager_id is null then a.people[1] end`),
  })}
  from governed u join allowed a on a.id = u.id
  where case when u.manager_id is not null then u.is_named and u.manager_id <> all (a.people)
    else u.manager_problem is null and cardinality(a.people) = 1 and u.id <> a.people[1] end`

const parents = sql<Found>`
  select ${foundColumns({
    ...ofPerson,
    what: sql`'parent_user_id'`,
    stored: edge(sql`u.parent_user_id`),
    follows: edge(sql`t.directory_user_id`),
  })}
  from integration g join identity i on i.integration_id = g.id join directory_user u on u.primary_identity_id = i.id
  left join identity t on t.integration_id = g.id and t.id <> i.id
    and t.vendor_id = btrim(profile_text(i.profile, g.parent_profile_key))
  where g.is_primary and g.parent_profile_key is not null and u.deleted_at is null and not u.parent_is_override
    and u.parent_user_id is not null and u.parent_user_id is distinct from t.directory_user_id`
