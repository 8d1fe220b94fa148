import { sql, type RawBuilder } from 'kysely'

/** How what a member of a resource should have compares with what they have; who is no member is in no such list. */
export const memberStatuses = ['extra', 'role_differs', 'unmanaged', 'in_sync'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** What a person (a uuid) has of a resource (`o`) at the vendor: the roles, and since when Muster has seen each. */
const memberships = (person: string) => sql`
  identity i join resource_member m on m.identity_id = i.id
  where i.directory_user_id = ${person}::uuid and m.resource_id = o.id`

const stay = (person: string) => sql`
  policy_user s join rule r on r.id = s.rule_id join policy_role pr on pr.id = r.policy_role_id
  where s.ruleset_id = rs.id and s.directory_user_id = ${person}::uuid and s.deleted_at is null limit 1`

const should = (person: string) => sql`(select pr.handle from ${stay(person)})`

type Should = { role_handle: string; role_name: string; since: string }

/** What a person (a uuid) should have of a resource (`o`) with its ruleset (`rs`): the role, and since when. */
export function shouldOf(person: string): RawBuilder<Should | null> {
  return sql`(select jsonb_build_object('role_handle', pr.handle, 'role_name', pr.name, 'since', iso(s.activated_at))
    from ${stay(person)})`
}

/**
 * The status of a person (a uuid) who is a member of a resource (`o`) with its ruleset (`rs`), as the drift of the resource has it: in
 * a ruleset that is not authoritative, only former members of its manifest are extra.
 */
export function memberStatus(person: string): RawBuilder<MemberStatus> {
  return sql<MemberStatus>`(case
    when ${should(person)} is null then case
      when rs.state is distinct from 'managed' then 'unmanaged'
      when rs.is_authoritative then 'extra'
      when exists (select from policy_user e where e.ruleset_id = rs.id and e.directory_user_id = ${person}::uuid) then 'extra'
      else 'unmanaged' end
    when exists (select from ${memberships(person)} and m.role_handle = ${should(person)}) then 'in_sync'
    else 'role_differs' end)`
}

/** The membership of a person (a uuid) in a resource (`o`), of several the one that they should have: role and instant. */
export function membershipOf(person: string): RawBuilder<{ role_handle: string; since: string }> {
  return sql`(select jsonb_build_object('role_handle', m.role_handle, 'since', iso(m.role_since))
    from ${memberships(person)}
    order by coalesce(m.role_handle = ${should(person)}, false) desc, m.first_seen_at limit 1)`
}
