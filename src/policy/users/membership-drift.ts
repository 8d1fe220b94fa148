import { sql, type RawBuilder } from 'kysely'
import type { DriftStatus } from '../../contract/states.ts'
import { roleSince } from './queries.ts'

/** What a member has of a resource, as rows show it. */
export type Membership = { role_handle: string; since: string }
/** What a person should have of it, and since when without a break. */
export type DueRole = Membership & { role_name: string }

/** A person, a resource and its ruleset, which may be null: expressions of uuids. `due`: a select of the `role` that the person should have, where it is not that of now. */
export type Compared = Record<'person' | 'resource' | 'ruleset', RawBuilder<unknown>> & {
  due?: RawBuilder<unknown>
}

/** Whether the ruleset decides who should have the resource, and about every member: expressions of booleans. */
export type RulesetPowers = Record<'isManaged' | 'isAuthoritative', RawBuilder<unknown>>

type Roles = {
  /** The role that the person should have; null if no rule admits them. */
  should: RawBuilder<unknown>
  /** The roles of their accounts that are members, an array; null if none is. */
  roles: RawBuilder<unknown>
  /** The status of a member that no rule admits. */
  outside: RawBuilder<unknown>
}

/** How what a person should have compares with what they have (decision 81): each account counts. Null if both are nothing. */
export function statusOf({ should, roles, outside }: Roles): RawBuilder<DriftStatus | null> {
  return sql<DriftStatus | null>`case
    when ${roles} is null then case when ${should} is not null then 'missing' end
    when ${should} is null then ${outside}
    when ${should} = all (${roles}) then 'in_sync' else 'role_differs' end`
}

/** The status of a member that no rule admits. If the ruleset is not authoritative, only former members of its manifest are extra. */
export function statusOutside(
  { person, ruleset }: Pick<Compared, 'person' | 'ruleset'>,
  { isManaged, isAuthoritative }: RulesetPowers,
): RawBuilder<DriftStatus> {
  return sql<DriftStatus>`case
    when not ${isManaged} then 'unmanaged'
    when ${isAuthoritative} or exists (select from policy_user former
      where former.ruleset_id = ${ruleset} and former.directory_user_id = ${person}) then 'extra'
    else 'unmanaged' end`
}

/** The memberships (`m`) of the accounts (`i`) of a person in a resource. */
const memberships = ({ person, resource }: Pick<Compared, 'person' | 'resource'>) => sql`
  identity i join resource_member m on m.identity_id = i.id
  where i.directory_user_id = ${person} and m.resource_id = ${resource}`

/** The role that a person should have now. */
const dueRoleOf = ({ person, ruleset, due }: Omit<Compared, 'resource'>) =>
  due ??
  sql`
  select given.handle as role
  from policy_user stay join rule r on r.id = stay.rule_id join policy_role given on given.id = r.policy_role_id
  where stay.ruleset_id = ${ruleset} and stay.directory_user_id = ${person} and stay.deleted_at is null limit 1`

/** What a person should have of a resource now; null for nothing. */
export function dueRole({
  person,
  ruleset,
}: Pick<Compared, 'person' | 'ruleset'>): RawBuilder<DueRole | null> {
  return sql<DueRole | null>`(
    select jsonb_build_object('role_handle', given.handle, 'role_name', given.name, 'since', iso(${roleSince}))
    from policy_user s cross join lateral (select s.phase_since as since) h
      join rule r on r.id = s.rule_id join policy_role given on given.id = r.policy_role_id
    where s.ruleset_id = ${ruleset} and s.directory_user_id = ${person} and s.deleted_at is null limit 1)`
}

/** One person and one resource, compared by indexes: `status`, the `role` that they should have, and the `roles` that they have. */
export function comparison(compared: Compared, powers: RulesetPowers): RawBuilder<unknown> {
  const status = statusOf({
    should: sql`should.role`,
    roles: sql`has.roles`,
    outside: statusOutside(compared, powers),
  })
  return sql`
    select ${status} as status, should.role, has.roles
    from (select array_agg(m.role_handle) as roles from ${memberships(compared)}) has
    left join lateral (${dueRoleOf(compared)}) should on true`
}

/** The order in which the memberships (`m`) of a person's accounts (`i`) are shown: what is to change at the vendor first. */
export function membershipOrder(compared: Omit<Compared, 'resource'>) {
  return sql`m.role_handle is not distinct from (${dueRoleOf(compared)}), m.first_seen_at, i.state, i.id`
}

/** The first membership of a person in a resource: another role than they should have, if an account has one. Null without any. */
export function membershipOf(compared: Compared): RawBuilder<Membership | null> {
  return sql<Membership | null>`(select jsonb_build_object('role_handle', m.role_handle, 'since', iso(m.role_since))
    from ${memberships(compared)} order by ${membershipOrder(compared)} limit 1)`
}
