import { sql, type RawBuilder } from 'kysely'
import { driftStatuses, type DriftStatus } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import type { RowSet } from '../../http/lists/row-set.ts'
import { comparison, statusOf, statusOutside } from '../../policy/users/membership-drift.ts'
import type { DriftCounts } from './drift-schema.ts'

/** The resource whose drift is read, by uuids. `isManaged`: its ruleset decides who should have it. */
export type DriftScope = {
  resource: string
  integration: string
  ruleset: string | null
  isManaged: boolean
  isAuthoritative: boolean
}

export async function findDriftScope(
  db: Reader,
  resource: string,
): Promise<DriftScope | undefined> {
  const { rows } = await sql<DriftScope>`
    select o.id as resource, o.integration_id as integration, s.id as ruleset,
      coalesce(s.state = 'managed', false) as "isManaged", coalesce(s.is_authoritative, false) as "isAuthoritative"
    from resource o left join ruleset s on s.resource_id = o.id where o.id = ${resource}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** What is asked of the rows. */
export type DriftFilter = {
  statuses: readonly string[] | undefined
  roles: readonly string[] | undefined
}

/** The current stays of the ruleset with their roles. */
const stays = ({ ruleset }: DriftScope) => sql`
  policy_user s join rule r on r.id = s.rule_id join policy_role pr on pr.id = r.policy_role_id
  where s.ruleset_id = ${ruleset}::uuid and s.deleted_at is null`

const memberships = ({ resource }: DriftScope) => sql`
  resource_member m join identity i on i.id = m.identity_id where m.resource_id = ${resource}::uuid`

const powersOf = ({ isManaged, isAuthoritative }: DriftScope) => ({
  isManaged: sql.lit(isManaged),
  isAuthoritative: sql.lit(isAuthoritative),
})

/** The drift of everyone at once: two sets, joined. */
function everyone(scope: DriftScope) {
  const person = sql`coalesce(should.person, has.person)`
  const ruleset = sql`${scope.ruleset}::uuid`
  const status = statusOf({
    should: sql`should.role`,
    roles: sql`has.roles`,
    outside: statusOutside({ person, ruleset }, powersOf(scope)),
  })
  return sql`
    select ${person} as id, ${status} as status, should.role, has.roles
    from (select s.directory_user_id as person, pr.handle as role from ${stays(scope)}) should
    full join (select i.directory_user_id as person, array_agg(m.role_handle) as roles
      from ${memberships(scope)} and i.directory_user_id is not null group by 1) has using (person)`
}

/** The drift of one person (`p`), by indexes. */
function ofPerson(scope: DriftScope) {
  const [resource, ruleset] = [sql`${scope.resource}::uuid`, sql`${scope.ruleset}::uuid`]
  return comparison({ person: sql`p.id`, resource, ruleset }, powersOf(scope))
}

/** The status of a person (`p`); null for one that the resource does not concern. */
export function personStatus(scope: DriftScope): RawBuilder<DriftStatus | null> {
  return sql<DriftStatus | null>`(select d.status from (${ofPerson(scope)}) d)`
}

function meets({ statuses, roles }: DriftFilter): RawBuilder<unknown> {
  const ofStatus =
    statuses === undefined ? sql`d.status is not null` : sql`d.status = any (${statuses}::text[])`
  return roles === undefined
    ? ofStatus
    : sql`${ofStatus} and (d.role = any (${roles}::text[]) or d.roles && ${roles}::text[])`
}

/** The people of the list. Without a filter they are found without a comparison, so that few of many are found fast. */
export function driftPeople(scope: DriftScope, filter: DriftFilter): RowSet {
  const isFiltered = filter.statuses !== undefined || filter.roles !== undefined
  return {
    ids: isFiltered
      ? sql`select d.id from (${everyone(scope)}) d where ${meets(filter)}`
      : sql`select s.directory_user_id from ${stays(scope)}
        union all select i.directory_user_id from ${memberships(scope)} and i.directory_user_id is not null`,
    isOne: sql<boolean>`exists (select from (${ofPerson(scope)}) d where ${meets(filter)})`,
  }
}

/** The people of the list (`p`) with their place by status. Everyone is compared for this, as for a filter. */
export function driftPeopleByStatus(db: Reader, scope: DriftScope, filter: DriftFilter) {
  const place = placeByStatus(sql`d.status`, sql`p.full_name`)
  const people = db
    .selectFrom('directory_user as p')
    .innerJoin(sql<{ id: string }>`(${everyone(scope)})`.as('d'), 'd.id', 'p.id')
    .select(['p.id', place.as('place')])
    .where(sql<boolean>`${meets(filter)}`)
  return { people, place }
}

/** Orders by status, what is to do at the vendor first, and then by name. */
export function placeByStatus(status: RawBuilder<unknown>, name: RawBuilder<unknown>) {
  return sql<string>`(array_position(${[...driftStatuses]}::text[], ${status}) || ${name})`
}

/** The status of accounts that belong to no one: a manifest holds people, so it never held them. */
export function orphanStatus({ isManaged, isAuthoritative }: DriftScope): DriftStatus {
  return isManaged && isAuthoritative ? 'extra' : 'unmanaged'
}

/** The members (`i`) that belong to no one, in the list. */
export function driftOrphans(db: Reader, scope: DriftScope, { statuses, roles }: DriftFilter) {
  const isShown = statuses === undefined || statuses.includes(orphanStatus(scope))
  const orphans = db
    .selectFrom('identity as i')
    .where('i.directory_user_id', 'is', null)
    .where(
      sql<boolean>`exists (select from resource_member m where m.resource_id = ${scope.resource}::uuid
        and m.identity_id = i.id and (${roles ?? null}::text[] is null or m.role_handle = any (${roles ?? null}::text[])))`,
    )
  return isShown ? orphans : orphans.where(sql<boolean>`false`)
}

/** How many rows there are of each status. */
export async function countDrift(db: Reader, scope: DriftScope): Promise<DriftCounts> {
  const { rows } = await sql<{ status: DriftStatus; count: number }>`
    select status, count(*)::int as count from (
      select d.status from (${everyone(scope)}) d
      union all select ${orphanStatus(scope)} from ${memberships(scope)} and i.directory_user_id is null
    ) as every group by status`.execute(db)
  const counts = { missing: 0, extra: 0, role_differs: 0, unmanaged: 0, in_sync: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}
