import { sql, type RawBuilder } from 'kysely'
import { driftStatuses, type DriftStatus } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
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
  /** Who should have it if drafts were in force; without it, who should have it now. */
  foreseen?: readonly Foreseen[]
}

/** A person, the rule by which they would have a resource with its end, and whether they would enter by it. Uuids. */
export type Foreseen = { person: string; rule: string; until: Date | null; enters: boolean }

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
  enters: boolean | undefined
}

/** Who should have the resource (`s`: `directory_user_id`, `rule_id`, `enters`): the current stays, or what is foreseen. */
const dueOf = ({ ruleset, foreseen }: DriftScope) =>
  foreseen === undefined
    ? sql`(select directory_user_id, rule_id, false as enters from policy_user
        where ruleset_id = ${ruleset}::uuid and deleted_at is null) s`
    : sql`unnest(${uuids(foreseen.map(({ person }) => person))}, ${uuids(foreseen.map(({ rule }) => rule))},
          ${foreseen.map(({ enters }) => enters)}::boolean[])
        as s (directory_user_id, rule_id, enters)`

/** The same with their roles (`pr`). */
const dueRoles = (scope: DriftScope) => sql`
  ${dueOf(scope)} join rule r on r.id = s.rule_id join policy_role pr on pr.id = r.policy_role_id`

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
    select ${person} as id, ${status} as status, should.role, has.roles, coalesce(should.enters, false) as enters
    from (select s.directory_user_id as person, pr.handle as role, s.enters from ${dueRoles(scope)}) should
    full join (select i.directory_user_id as person, array_agg(m.role_handle) as roles
      from ${memberships(scope)} and i.directory_user_id is not null group by 1) has using (person)`
}

/** A person and the ruleset. */
export function comparedIn(scope: DriftScope, person: RawBuilder<unknown>) {
  const ruleset = sql`${scope.ruleset}::uuid`
  if (scope.foreseen === undefined) return { person, ruleset }
  const due = sql`select pr.handle as role from ${dueRoles(scope)} where s.directory_user_id = ${person} limit 1`
  return { person, ruleset, due }
}

/** The drift of one person (`p`), by indexes. */
function ofPerson(scope: DriftScope) {
  const compared = { ...comparedIn(scope, sql`p.id`), resource: sql`${scope.resource}::uuid` }
  return comparison(compared, powersOf(scope))
}

/** The status of a person (`p`); null for one that the resource does not concern. */
export function personStatus(scope: DriftScope): RawBuilder<DriftStatus | null> {
  return sql<DriftStatus | null>`(select d.status from (${ofPerson(scope)}) d)`
}

function meets({ statuses, roles, enters }: DriftFilter): RawBuilder<unknown> {
  const met = [
    statuses === undefined ? sql`d.status is not null` : sql`d.status = any (${statuses}::text[])`,
    ...(roles === undefined
      ? []
      : [sql`(d.role = any (${roles}::text[]) or d.roles && ${roles}::text[])`]),
    ...(enters === undefined ? [] : [sql`d.enters = ${enters}`]),
  ]
  return sql.join(met, sql` and `)
}

/** The people of the list. Without a filter they are found without a comparison, so that few of many are found fast. */
export function driftPeople(scope: DriftScope, filter: DriftFilter): RowSet {
  const isFiltered = Object.values(filter).some((each) => each !== undefined)
  const compared = sql`select d.id from (${everyone(scope)}) d where ${meets(filter)}`
  return {
    ids: isFiltered
      ? compared
      : sql`select s.directory_user_id from ${dueOf(scope)}
        union all select i.directory_user_id from ${memberships(scope)} and i.directory_user_id is not null`,
    isOne: hasIndexes(scope, filter)
      ? sql<boolean>`exists (select from (${ofPerson(scope)}) d where ${meets(filter)})`
      : sql<boolean>`p.id in (${compared})`,
  }
}

/** What is foreseen is in no table. */
function hasIndexes({ foreseen }: DriftScope, { enters }: DriftFilter): boolean {
  return foreseen === undefined && enters === undefined
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
export function driftOrphans(db: Reader, scope: DriftScope, filter: DriftFilter) {
  const { statuses, roles, enters } = filter
  const isOfStatus = statuses === undefined || statuses.includes(orphanStatus(scope))
  const isShown = isOfStatus && enters !== true
  const orphans = db
    .selectFrom('identity as i')
    .where('i.directory_user_id', 'is', null)
    .where(
      sql<boolean>`exists (select from resource_member m where m.resource_id = ${scope.resource}::uuid
        and m.identity_id = i.id and (${roles ?? null}::text[] is null or m.role_handle = any (${roles ?? null}::text[])))`,
    )
  return isShown ? orphans : orphans.where(sql<boolean>`false`)
}

/** How many rows there are of each status, and how many people would enter. */
export async function countDrift(db: Reader, scope: DriftScope): Promise<DriftCounts> {
  const { rows } = await sql<{ status: DriftStatus; enters: boolean; count: number }>`
    select status, enters, count(*)::int as count from (
      select d.status, d.enters from (${everyone(scope)}) d
      union all select ${orphanStatus(scope)}, false from ${memberships(scope)} and i.directory_user_id is null
    ) as every group by status, enters`.execute(db)
  const counts = { missing: 0, extra: 0, role_differs: 0, unmanaged: 0, in_sync: 0 }
  const entering = { entering_members: 0, entering_others: 0 }
  for (const { status, enters, count } of rows) {
    counts[status] += count
    if (enters) entering[status === 'missing' ? 'entering_others' : 'entering_members'] += count
  }
  return scope.foreseen === undefined ? counts : { ...counts, ...entering }
}
