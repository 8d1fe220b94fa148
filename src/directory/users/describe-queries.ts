import { sql, type RawBuilder } from 'kysely'
import { composedOnce } from '../../database/composed-once.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { ruleJson } from '../../policy/shapes/columns.ts'
import { summaryJson, summarySource } from '../../policy/shapes/person-summary.ts'
import type { RuleRow } from '../../policy/shapes/present.ts'
import { identityJson } from '../identities/identity-shape.ts'
import { familyColumns, listed, personFacts, stayCounts, type FamilyRow } from './family-columns.ts'
import { familyKeys, type FamilyKey } from './schema.ts'

/** A person's own row and relations, as one statement reads them. Ids are uuids. */
export type DescribedRow = FamilyRow & {
  epoch: number
  /** The version of the policy that the row was read under. */
  policy: number
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
  /** The facts for evaluating staged rules; null when they are not needed. */
  facts: string | null
}

const shownAlone = composeDescribe(
  sql.join(
    familyKeys
      .filter((key) => key !== 'policy_rules_staged')
      .map((key) => sql`null as ${sql.ref(key)}`),
  ),
)
const shownWithFamilies = composeDescribe(familyColumns)

/** `families` are the columns of {@link FamilyRow}. Preparing a plan to run costs as much as running it, for each part of it. */
function composeDescribe(families: RawBuilder<unknown>) {
  return composedOnce(
    ['id', 'families', 'needsFacts'],
    (value) => sql<DescribedRow>`
    select e.epoch, e.policy, v.version, u.version as row_version, u.base_state, u.first_name, u.last_name,
      people.summaries -> u.id::text as summary,
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
      people.summaries -> u.manager_id::text as user_manager,
      people.summaries -> u.parent_user_id::text as parent_user,
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
      ${families},
      case when u.deleted_at is null and (f.needs_facts or u.base_state = 'staged') then ${personFacts} end as facts
    from directory_user u
    join directory_user_version v on v.directory_user_id = u.id
    cross join policy_epoch e
    -- The offset hides the families from the planner. Otherwise it would leave out what is not requested, consider
    -- such a plan cheaper than the prepared one, and replan on every call, which takes several times as long as
    -- running.
    cross join (select ${value('families')}::text[] as families, ${value('needsFacts')}::boolean as needs_facts offset 0) f
    cross join lateral (
      select json_object_agg(p.id, ${summaryJson}) as summaries from ${summarySource}
      where p.id = any (array[u.id, u.manager_id, u.parent_user_id])) people
    ${stayCounts}
    cross join lateral (
      select count(*) as rules, count(distinct rs.attribute_id) as attributes
      from qualification q join rule r on r.id = q.rule_id join ruleset rs on rs.id = r.ruleset_id
      where q.directory_user_id = u.id) met
    where u.id = ${value('id')}`,
  )
}

/**
 * Everything that a describe shows, in one prepared statement; undefined for an id that no user has. A family of
 * `included` that is not in `families` costs nothing. `needsFacts` requests the facts of a user who is not staged.
 */
export async function findDescribedUser(
  reader: Reader,
  id: string,
  families: readonly FamilyKey[],
  needsFacts: boolean,
): Promise<DescribedRow | undefined> {
  const ask = families.length === 0 ? shownAlone : shownWithFamilies
  const [row] = await ask(reader, { id, families, needsFacts })
  return row
}

/** The contract's shape of some rules, in admission order: for staged rules, which only evaluation finds. */
export async function findRules(reader: Reader, ids: readonly string[]): Promise<RuleRow[]> {
  const { rows } = await sql<{ rule: string }>`
    select ${ruleJson} as rule from rule r join ruleset rs on rs.id = r.ruleset_id
    join policy_role pr on pr.id = r.policy_role_id cross join policy_settings ps
    where r.id = any (${ids}::uuid[]) order by r.priority, r.activated_at, r.id`.execute(reader)
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

/** When more is due, looking at each costs more than describing the person from what is certain. */
const fewDue = 200

/**
 * Whether nothing that is due by `now` affects the person's body: no rule, no start or end of theirs, no end of
 * their stays, and no start or end of a person whose state, or whose manager's `is_manager`, the body shows.
 */
export async function isUntouchedByDue(reader: Reader, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_untouched: boolean }>`
    with due as materialized (select kind, record_id from due_instant where at <= ${now} limit ${fewDue + 1})
    select (select count(*) <= ${fewDue} and count(*) filter (where kind = 'rule') = 0 from due)
      and not exists (select from due d join policy_user s on s.id = d.record_id
        where d.kind = 'policy_user' and s.directory_user_id = ${id}::uuid)
      and not exists (select from due d join workspace_user w on w.id = d.record_id
        where d.kind = 'workspace_user' and w.directory_user_id = ${id}::uuid)
      and not exists (
        select from due d join directory_user e on e.id = d.record_id
          join directory_user moved on moved.id in (e.id, e.manager_id) join directory_user u on u.id = ${id}::uuid
        where d.kind in ('directory_user', 'directory_user_start')
          and (moved.id in (u.id, u.manager_id, u.parent_user_id) or u.id in (moved.manager_id, moved.parent_user_id)))
      as is_untouched`.execute(reader)
  return rows[0]?.is_untouched ?? false
}
