import { sql } from 'kysely'
import { composedOnce } from '../../database/composed-once.ts'
import type { Reader } from '../../database/database.ts'
import type { JsonObject } from '../../contract/json.ts'
import {
  conditionJson,
  policyResourceJson,
  ruleJson,
  rulesetJson,
} from '../../policy/shapes/columns.ts'
import type { ResourceRow, RuleRow, RulesetRow } from '../../policy/shapes/present.ts'
import { identityJson } from '../identities/identity-shape.ts'
import type { FamilyKey } from './schema.ts'
import { summaryJson, summarySource } from './summary.ts'

export type PolicyUserRow = {
  id: string
  state: 'active' | 'expiring' | 'expired' | 'deactivated'
  created_at: string
  updated_at: string
  activated_at: string
  expires_at: string | null
  deleted_at: string | null
  rule: RuleRow
  ruleset: RulesetRow
  resource: ResourceRow
}

/** What a person's own row and relations hold, as one statement reads them. Ids are uuids. */
export type DescribedRow = {
  epoch: number
  version: number
  row_version: number
  base_state: 'staged' | 'active' | 'suspended' | 'deactivated'
  first_name: string
  last_name: string
  /** An object as {@link SummaryRow}; everything below is JSON text too. */
  summary: string
  timestamp: string
  counts: string
  resource_counts: string | null
  user_manager: string | null
  parent_user: string | null
  workspace_user: string | null
  integration: string | null
  direct_report_users: string | null
  directory_identities: string | null
  secondary_users: string | null
  policy_conditions: string | null
  policy_users: string | null
  policy_rules_manifest: string | null
  policy_rules_qualified: string | null
  policy_rulesets: string | null
  /** What staged rules are evaluated on; null when nothing asks for it. */
  facts: string | null
}

/** A person as the policy sees them, for evaluation at read (policy/staged-rules.ts). */
export type PersonFacts = {
  identities: { integration_id: string; profile: JsonObject }[]
  /** Nearest first, at most 50. */
  managers: string[]
  parent: {
    base_state: DescribedRow['base_state']
    expires_at: string | null
    deleted_at: string | null
  } | null
}

const listed = sql.raw('limit 200')
const summaryOf = (id: string) =>
  sql`(select ${summaryJson} from ${summarySource} where p.id = ${sql.raw(id)})`

/** True in a statement that yields `f.families` when that family was asked for. */
const asked = (family: FamilyKey) => sql`${sql.lit(family)} = any (f.families)`

/** The rules of a relation, in admission order. `from` yields `r`, `rs`. */
const rulesOf = (from: ReturnType<typeof sql>) => sql`
  (select json_agg(j order by priority, activated_at, id) from (
    select ${ruleJson} as j, r.priority, r.activated_at, r.id
    ${from} join policy_role pr on pr.id = r.policy_role_id cross join policy_settings ps
    order by r.priority, r.activated_at, r.id ${listed}) x)`

const describedUser = composedOnce(
  ['id', 'families', 'needsFacts'],
  (value) => sql<DescribedRow>`
    select e.epoch, v.version, u.version as row_version, u.base_state, u.first_name, u.last_name,
      ${summaryOf('u.id')} as summary,
      json_build_object('created_at', iso(u.created_at), 'updated_at', iso(u.updated_at), 'deleted_at', iso(u.deleted_at),
        'expires_at', iso(u.expires_at), 'provisioned_at', iso(u.provisioned_at),
        'deprovisioned_at', iso(u.deprovisioned_at)) as timestamp,
      json_build_object(
        'secondary_users', (select count(*) from directory_user s where s.parent_user_id = u.id and s.deleted_at is null),
        'direct_report_users', (select count(*) from directory_user r
          where r.manager_id = u.id and counts_as_report(r.state, r.deleted_at)),
        'directory_identities', (select count(*) from identity i where i.directory_user_id = u.id),
        'policy_conditions', (select count(*) from condition c where c.directory_user_id = u.id),
        'policy_users', stays.rows, 'policy_rulesets', stays.rulesets, 'manifest_rules', stays.rules,
        'qualified_rules', met.rules, 'directory_attributes', met.attributes,
        'audit_logs_parent', v.audit_logs_parent, 'audit_logs_record', v.audit_logs_record,
        'audit_logs_related', v.audit_logs_related, 'audit_logs_subject', v.audit_logs_subject) as counts,
      (select json_object_agg(type, members) from (
        select o.type, count(distinct o.id) as members from identity i
        join resource_member m on m.identity_id = i.id join resource o on o.id = m.resource_id
        where i.directory_user_id = u.id group by o.type) x) as resource_counts,
      case when u.manager_id is not null then ${summaryOf('u.manager_id')} end as user_manager,
      case when u.parent_user_id is not null then ${summaryOf('u.parent_user_id')} end as parent_user,
      (select json_build_object('id', w.id, 'state', w.state, 'provider', w.provider, 'provider_id', w.provider_id,
          'name', w.name, 'handle', w.handle, 'email', w.email)
        from workspace_user w where w.directory_user_id = u.id) as workspace_user,
      (select json_build_object('id', g.id, 'vendor', g.vendor, 'is_primary', g.is_primary)
        from identity i join integration g on g.id = i.integration_id where i.id = u.primary_identity_id) as integration,
      case when u.is_manager then (select json_agg(j order by full_name, id) from (
        select ${summaryJson} as j, p.full_name, p.id from ${summarySource}
        where p.manager_id = u.id and counts_as_report(p.state, p.deleted_at)
        order by p.full_name, p.id ${listed}) x) end as direct_report_users,
      (select json_agg(j order by integration_id, id) from (
        select ${identityJson} as j, i.integration_id, i.id from identity i join integration g on g.id = i.integration_id
        where i.directory_user_id = u.id order by i.integration_id, i.id ${listed}) x) as directory_identities,
      case when ${asked('secondary_users')} then (select json_agg(j order by full_name, id) from (
        select ${summaryJson} as j, p.full_name, p.id from ${summarySource}
        where p.parent_user_id = u.id and p.deleted_at is null order by p.full_name, p.id ${listed}) x) end as secondary_users,
      case when ${asked('policy_conditions')} then (select json_agg(j order by id) from (
        select ${conditionJson} as j, c.id from condition c join rule r on r.id = c.rule_id
        where c.directory_user_id = u.id order by c.id ${listed}) x) end as policy_conditions,
      case when ${asked('policy_users')} then (select json_agg(j order by priority, activated_at, rule_id, id) from (
        select json_build_object('id', s.id, 'state', s.state, 'created_at', iso(s.created_at), 'updated_at', iso(s.updated_at),
            'activated_at', iso(s.activated_at), 'expires_at', iso(s.expires_at), 'deleted_at', iso(s.deleted_at),
            'rule', ${ruleJson}, 'ruleset', ${rulesetJson}, 'resource', ${policyResourceJson}) as j,
          r.priority, r.activated_at, r.id as rule_id, s.id
        from policy_user s join rule r on r.id = s.rule_id join ruleset rs on rs.id = s.ruleset_id
        join policy_role pr on pr.id = r.policy_role_id cross join policy_settings ps
        where s.directory_user_id = u.id and s.deleted_at is null
        order by r.priority, r.activated_at, r.id, s.id ${listed}) x) end as policy_users,
      case when ${asked('policy_rules_manifest')} then ${rulesOf(sql`
        from policy_user s join rule r on r.id = s.rule_id join ruleset rs on rs.id = s.ruleset_id
          and s.directory_user_id = u.id and s.deleted_at is null`)} end as policy_rules_manifest,
      case when ${asked('policy_rules_qualified')} then ${rulesOf(sql`
        from qualification q join rule r on r.id = q.rule_id join ruleset rs on rs.id = r.ruleset_id
          and q.directory_user_id = u.id`)} end as policy_rules_qualified,
      case when ${asked('policy_rulesets')} then (select json_agg(j order by id) from (
        select ${rulesetJson} as j, rs.id from policy_user s join ruleset rs on rs.id = s.ruleset_id cross join policy_settings ps
        where s.directory_user_id = u.id and s.deleted_at is null order by rs.id ${listed}) x) end as policy_rulesets,
      case when u.deleted_at is null and (f.needs_facts or u.base_state = 'staged') then json_build_object(
        'identities', coalesce((select json_agg(json_build_object('integration_id', i.integration_id, 'profile', i.profile) order by i.id)
          from identity i where i.directory_user_id = u.id), '[]'),
        'managers', (with recursive above as (
            select u.manager_id as id, 1 as depth where u.manager_id is not null
            union all
            select m.manager_id, a.depth + 1 from above a join directory_user m on m.id = a.id
            where m.manager_id is not null and a.depth < 50)
          select coalesce(json_agg(id order by depth), '[]') from above),
        'parent', (select json_build_object('base_state', p.base_state, 'expires_at', iso(p.expires_at), 'deleted_at', iso(p.deleted_at))
          from directory_user p where p.id = u.parent_user_id)) end as facts
    from directory_user u
    join directory_user_version v on v.directory_user_id = u.id
    cross join policy_epoch e
    -- The offset hides the families from the planner. If it saw them it would leave out what is not asked for, deem such
    -- a plan cheaper than the prepared one, and plan anew on every call, which takes several times as long as running.
    cross join (select ${value('families')}::text[] as families, ${value('needsFacts')}::boolean as needs_facts offset 0) f
    cross join lateral (
      select count(*) as rows, count(distinct s.ruleset_id) as rulesets, count(distinct s.rule_id) as rules
      from policy_user s where s.directory_user_id = u.id and s.deleted_at is null) stays
    cross join lateral (
      select count(*) as rules, count(distinct rs.attribute_id) as attributes
      from qualification q join rule r on r.id = q.rule_id join ruleset rs on rs.id = r.ruleset_id
      where q.directory_user_id = u.id) met
    where u.id = ${value('id')}`,
)

/**
 * Everything that a describe shows, in one prepared statement; undefined for an id that no user bears. A family of
 * `included` that is not in `families` costs nothing. `needsFacts` asks for the facts of a user who is not staged.
 */
export async function findDescribedUser(
  reader: Reader,
  id: string,
  families: readonly FamilyKey[],
  needsFacts: boolean,
): Promise<DescribedRow | undefined> {
  const [row] = await describedUser(reader, { id, families, needsFacts })
  return row
}

/** The contract's shape of some rules, in admission order: for staged rules, which only evaluation finds. */
export async function findRules(reader: Reader, ids: readonly string[]): Promise<RuleRow[]> {
  const { rows } = await sql<{ rule: string }>`
    select ${ruleJson} as rule from rule r join ruleset rs on rs.id = r.ruleset_id
    join policy_role pr on pr.id = r.policy_role_id cross join policy_settings ps
    where r.id = any (${ids}::uuid[]) order by r.priority, r.activated_at, r.id ${listed}`.execute(
    reader,
  )
  return rows.map(({ rule }) => parseJson<RuleRow>(rule))
}

/** The versions that a ready body must still have; undefined for an unknown user. */
export async function findBodyVersion(
  reader: Reader,
  id: string,
): Promise<{ version: number; epoch: number } | undefined> {
  const { rows } = await sql<{ version: number; epoch: number }>`
    select v.version, e.epoch from directory_user_version v cross join policy_epoch e where v.directory_user_id = ${id}`.execute(
    reader,
  )
  return rows[0]
}

/** JSON that a statement of this file built: its shape is the statement's. */
export function parseJson<T>(text: string): T {
  const value: T = JSON.parse(text)
  return value
}
