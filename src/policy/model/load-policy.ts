import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import type { Policy, Rule, Ruleset } from '../../engine/model.ts'
import { readCondition, type ConditionDraft } from '../../engine/validate-condition.ts'

/** One value of a dimension as rules and org see it. */
export type AttributeFacts = {
  id: string
  name: string
  dimensionId: string
  integrationId: string
  dimensionHandle: string
  dimensionDays: number | null
  /** It and its dimension are active, so that it may be shown in org. */
  isActive: boolean
}

/** A rule that ended while people were in grace under it, and the last of the rules that have replaced it since. */
export type Succession = { ruleId: string; role: string; successorId: string }

/**
 * The stored policy, without rules that have ended. The ruleset of a deactivated attribute or dimension is
 * `deactivated`, so that no person qualifies by it or is staged for it.
 */
export type StoredPolicy = {
  /** How often the policy has changed. */
  version: number
  /** Read in a transaction that has changed it: after a rollback another may reach the same version. */
  isUncommitted: boolean
  workspaceDays: number
  attributes: readonly AttributeFacts[]
  successions: readonly Succession[]
  policy: Policy
  /** The rules of the policy, to load it again from. */
  known: KnownRules
}

/** Rules (by uuid) as they were loaded, each with the stamp by which the database detects a change. */
export type KnownRules = ReadonlyMap<string, { stamp: string; rule: Rule }>

type StoredRule = Omit<Rule, 'conditions'> & {
  conditions: readonly (ConditionDraft & { id: string })[]
}
type Row = {
  version: number
  is_uncommitted: boolean
  workspace_days: number
  primary_integration_id: string | null
  attributes: AttributeFacts[]
  successions: Succession[]
  rulesets: Ruleset[]
  /** The known rules that are no longer in the policy, or have changed. */
  outdated: string[]
  /** The JSON text of an array: the rules that were not known. */
  rules: string
}

/**
 * Loads the policy in one statement, hence as of one instant. What is `known` already is not read again, and stays the same
 * object. Throws where a stored condition is not valid.
 */
export async function loadPolicy(
  reader: Reader,
  known: KnownRules = new Map(),
): Promise<StoredPolicy> {
  const { rows } = await selectPolicy(known).execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error('the database holds no policy_epoch')
  const rules = new Map(known)
  for (const id of row.outdated) rules.delete(id)
  for (const { stamp, ...stored } of parseJson<(StoredRule & { stamp: string })[]>(row.rules))
    rules.set(stored.id, { stamp, rule: readRule(stored) })
  return {
    version: row.version,
    isUncommitted: row.is_uncommitted,
    workspaceDays: row.workspace_days,
    attributes: row.attributes,
    successions: row.successions,
    policy: {
      primaryIntegrationId: row.primary_integration_id,
      integrationOfAttribute: Object.fromEntries(
        row.attributes.map(({ id, integrationId }) => [id, integrationId]),
      ),
      rulesets: row.rulesets,
      rules: [...rules.values()].map(({ rule }) => rule),
    },
    known: rules,
  }
}

export type PolicyVersion = Pick<StoredPolicy, 'version' | 'isUncommitted'> & {
  /** The rules (uuids) that are over and not settled, as text; null where there is none. */
  unsettledRules: string | null
}

/** The version of the policy that the connection sees, and whether it may be this transaction's own. */
export async function readVersion(reader: Reader): Promise<PolicyVersion> {
  const { rows } = await sql<PolicyVersion>`
    select policy as version, coalesce(current_setting('muster.policy_touched', true), '') = 'yes' as "isUncommitted",
      (select string_agg(rule_id::text, ' ' order by rule_id) from unsettled_rule) as "unsettledRules"
    from policy_epoch`.execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error('the database holds no policy_epoch')
  return row
}

function readRule(stored: StoredRule): Rule {
  const conditions = stored.conditions.map(({ id, ...draft }) => {
    const reading = readCondition(draft)
    if (reading.ok) return reading.condition
    const faults = reading.faults.map(({ field, message }) => `${field} ${message}`)
    throw new Error(`the stored condition ${id} is not valid: ${faults.join('; ')}`)
  })
  return { ...stored, conditions }
}

/** A rule's stamp changes with its row and with any of its conditions. For a read that can't settle, `rule` is a view (migration 0029). */
const selectPolicy = (known: KnownRules) => sql<Row>`
  with recursive known as (
    select id, stamp from unnest(${uuids([...known.keys()])},
      ${[...known.values()].map(({ stamp }) => stamp)}::text[]) as k (id, stamp)
  ),
  stamped as materialized (
    select r.id, stored.xmin::text || ' ' || coalesce(c.stamp, '') as stamp
    from rule r join public.rule stored on stored.id = r.id left join (
      select rule_id, count(*) || ' ' || sum(hashtextextended(id::text, xmin::text::bigint)) as stamp
      from condition group by rule_id) c on c.rule_id = r.id
    where r.state in ('staged', 'active', 'expiring')
  ),
  fresh as materialized (
    select s.id, s.stamp from stamped s
    where not exists (select from known k where k.id = s.id and k.stamp = s.stamp)
  ),
  succession as (
    select r.id as rule_id, p.handle as role, r.successor_rule_id as successor_id
    from rule r join policy_role p on p.id = r.policy_role_id
    where r.successor_rule_id is not null and exists (
      select from policy_user s where s.rule_id = r.id and s.expires_by = 'grace' and s.deleted_at is null)
    union
    select s.rule_id, s.role, r.successor_rule_id from succession s join rule r on r.id = s.successor_id
    where r.successor_rule_id is not null
  )
  select
    (select policy from policy_epoch) as version,
    coalesce(current_setting('muster.policy_touched', true), '') = 'yes' as is_uncommitted,
    (select expires_after_days from policy_settings) as workspace_days,
    (select id from integration where is_primary) as primary_integration_id,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'dimensionId', d.id, 'integrationId', d.integration_id,
        'dimensionHandle', d.handle, 'dimensionDays', d.expires_after_days,
        'isActive', a.state = 'active' and d.state = 'active'))
      from attribute a join dimension d on d.id = a.dimension_id), '[]') as attributes,
    coalesce((
      select jsonb_agg(jsonb_build_object('ruleId', s.rule_id, 'role', s.role, 'successorId', s.successor_id))
      from succession s join rule last on last.id = s.successor_id
      where last.successor_rule_id is null), '[]') as successions,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'resourceId', coalesce(s.attribute_id, s.resource_id),
        'type', s.type, 'expiresAfterDays', s.expires_after_days,
        'state', case when 'deactivated' in (a.state, d.state) then 'deactivated' else s.state end))
      from ruleset s left join attribute a on a.id = s.attribute_id
        left join dimension d on d.id = a.dimension_id), '[]') as rulesets,
    coalesce((
      select jsonb_agg(k.id) from known k
      where not exists (select from stamped s where s.id = k.id and s.stamp = k.stamp)), '[]') as outdated,
    coalesce((
      select json_agg(json_build_object('id', r.id, 'rulesetId', r.ruleset_id, 'state', r.state,
        'role', p.handle, 'priority', r.priority, 'everyoneElse', r.everyone_else,
        'activatedAt', floor(extract(epoch from r.activated_at) * 1000)::bigint, 'expiresAt', floor(extract(epoch from r.expires_at) * 1000)::bigint,
        'expiresAfterDays', r.expires_after_days, 'stamp', f.stamp, 'conditions', coalesce((
          select json_agg(json_build_object('id', id, 'type', type,
            'resourceId', coalesce(attribute_id, integration_id, directory_user_id),
            'profileKey', profile_key, 'profileOperator', profile_operator,
            'profileValue', profile_value) order by id)
          from condition where rule_id = r.id), '[]')))
      from fresh f join rule r on r.id = f.id
      join policy_role p on p.id = r.policy_role_id), '[]') as rules`
