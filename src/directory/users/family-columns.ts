import { sql, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../contract/json.ts'
import { isRead } from '../../policy/model/people-facts.ts'
import { conditionJson, ruleJson, rulesetJson } from '../../policy/shapes/columns.ts'
import { summaryJson, summarySource } from '../../policy/shapes/person-summary.ts'
import { namingPolicyUserJson, policyUserJson } from '../../policy/users/policy-user-shape.ts'
import type { FamilyKey } from './schema.ts'

/**
 * The families of `included` as a statement reads them: JSON text, null for an empty family or one that is not
 * included.
 */
export type FamilyRow = Record<Exclude<FamilyKey, 'policy_rules_staged'>, string | null>

/** A person as the policy sees them, for evaluation at read (staged-rules.ts). */
export type PersonFacts = {
  identities: { integration_id: string; is_deactivated: boolean; profile: JsonObject }[]
  /** Nearest first, at most 50. */
  managers: string[]
}

export const listed = sql.raw('limit 200')

/** True in a statement that yields `f.families` if that family is included. */
const asked = (family: FamilyKey) => sql`${sql.lit(family)} = any (f.families)`

/** The columns of {@link FamilyRow} for a person (`u`), each empty unless `f.families` names it. Staged rules are evaluated, not read. */
export const familyColumns = columnsWith({
  rule: ruleJson,
  ruleset: rulesetJson,
  stay: policyUserJson,
})
/** The same with uuids in the place of rules and rulesets, which many people share. */
export const namingFamilyColumns = columnsWith({
  rule: sql`to_json(r.id)`,
  ruleset: sql`to_json(rs.id)`,
  stay: namingPolicyUserJson,
})

type Parts = Record<'rule' | 'ruleset' | 'stay', RawBuilder<unknown>>

function columnsWith({ rule, ruleset, stay }: Parts) {
  /** The rules of a relation, in admission order. `from` yields `r`, `rs`. */
  const rulesOf = (from: RawBuilder<unknown>) => sql`
  (select json_agg(j order by priority, activated_at, id) from (
    select ${rule} as j, r.priority, r.activated_at, r.id
    ${from} join policy_role pr on pr.id = r.policy_role_id cross join policy_settings ps
    order by r.priority, r.activated_at, r.id ${listed}) x)`

  return sql`
      case when ${asked('secondary_users')} then (select json_agg(j order by full_name, id) from (
        select ${summaryJson} as j, p.full_name, p.id from ${summarySource}
        where p.parent_user_id = u.id and p.deleted_at is null order by p.full_name, p.id ${listed}) x) end as secondary_users,
      case when ${asked('policy_conditions')} then (select json_agg(j order by id) from (
        select ${conditionJson} as j, c.id from condition c join rule r on r.id = c.rule_id
        where c.directory_user_id = u.id order by c.id ${listed}) x) end as policy_conditions,
      case when ${asked('policy_users')} then (select json_agg(j order by priority, activated_at, rule_id, id) from (
        select ${stay} as j,
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
        select ${ruleset} as j, rs.id from policy_user s join ruleset rs on rs.id = s.ruleset_id cross join policy_settings ps
        where s.directory_user_id = u.id and s.deleted_at is null order by rs.id ${listed}) x) end as policy_rulesets`
}

/** The counted stays (`stays`) of a person (`u`). Follows a source of `u`. */
export const stayCounts = sql`
    cross join lateral (
      select count(*) as rows, count(distinct s.ruleset_id) as rulesets, count(distinct s.rule_id) as rules
      from policy_user s where s.directory_user_id = u.id and s.deleted_at is null) stays`

/** {@link PersonFacts} of a person (`u`). */
export const personFacts = sql`json_build_object(
        'identities', coalesce((select json_agg(json_build_object('integration_id', i.integration_id,
          'is_deactivated', i.state = 'deactivated', 'profile', i.profile) order by i.id)
          from identity i where i.directory_user_id = u.id and ${isRead}), '[]'),
        'managers', (with recursive above as (
            select u.manager_id as id, 1 as depth where u.manager_id is not null
            union all
            select m.manager_id, a.depth + 1 from above a join directory_user m on m.id = a.id
            where m.manager_id is not null and a.depth < 50)
          select coalesce(json_agg(id order by depth), '[]') from above))`
