import { sql } from 'kysely'
import { planKept } from '../../database/planning.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import type { Policy, Rule, Ruleset } from '../../engine/model.ts'
import { rememberVerdict } from '../../engine/pattern.ts'
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
  /** What it was loaded from, to load the next version from. */
  known: KnownPolicy
}

/** A policy as it was loaded, with the stamps by which the database detects a change of its parts. */
export type KnownPolicy = {
  /** By uuid. */
  rules: ReadonlyMap<string, { stamp: string; rule: Rule }>
  rulesets: KnownRulesets
}

/** The rulesets and the attributes, which change together. */
type KnownRulesets = {
  stamp: string
  rulesets: readonly Ruleset[]
  attributes: readonly AttributeFacts[]
  integrationOfAttribute: Readonly<Record<string, string>>
}

const nothingKnown: KnownPolicy = {
  rules: new Map(),
  rulesets: { stamp: '', rulesets: [], attributes: [], integrationOfAttribute: {} },
}

type StoredRule = Omit<Rule, 'conditions'> & {
  conditions: readonly (ConditionDraft & { id: string })[]
}
type Row = {
  version: number
  is_uncommitted: boolean
  workspace_days: number
  primary_integration_id: string | null
  successions: Succession[]
  rulesets_stamp: string
  /** The JSON texts of arrays; null where the stamp is the known one. */
  rulesets: string | null
  attributes: string | null
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
  known: KnownPolicy = nothingKnown,
): Promise<StoredPolicy> {
  const { rows } = await sql<Row>`${selectPolicy(known)} ${planKept(reader)}`.execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error('the database holds no policy_epoch')
  const rules = new Map(known.rules)
  for (const id of row.outdated) rules.delete(id)
  for (const { stamp, ...stored } of parseJson<(StoredRule & { stamp: string })[]>(row.rules))
    rules.set(stored.id, { stamp, rule: readRule(stored) })
  const ofRulesets = readRulesets(row) ?? known.rulesets
  const { rulesets, attributes, integrationOfAttribute } = ofRulesets
  return {
    version: row.version,
    isUncommitted: row.is_uncommitted,
    workspaceDays: row.workspace_days,
    attributes,
    successions: row.successions,
    policy: {
      primaryIntegrationId: row.primary_integration_id,
      integrationOfAttribute,
      rulesets,
      rules: [...rules.values()].map(({ rule }) => rule),
    },
    known: { rules, rulesets: ofRulesets },
  }
}

/** Undefined if they are the known ones. */
function readRulesets(row: Row): KnownRulesets | undefined {
  if (row.rulesets === null || row.attributes === null) return undefined
  const attributes = parseJson<AttributeFacts[]>(row.attributes)
  return {
    stamp: row.rulesets_stamp,
    rulesets: parseJson<Ruleset[]>(row.rulesets),
    attributes,
    integrationOfAttribute: Object.fromEntries(
      attributes.map(({ id, integrationId }) => [id, integrationId]),
    ),
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
    from policy_epoch ${planKept(reader)}`.execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error('the database holds no policy_epoch')
  return row
}

function readRule(stored: StoredRule): Rule {
  const conditions = stored.conditions.map(({ id, ...draft }) => {
    // It was judged before it was stored.
    if (draft.profileOperator === 'matches') rememberVerdict(draft.profileValue ?? '', null)
    const reading = readCondition(draft)
    if (reading.ok) return reading.condition
    const faults = reading.faults.map(({ field, message }) => `${field} ${message}`)
    throw new Error(`the stored condition ${id} is not valid: ${faults.join('; ')}`)
  })
  return { ...stored, conditions }
}

/** Changes with any row of the table: xmin is the transaction that wrote a row. */
const stampOf = (table: string) =>
  sql`(select count(*) || ' ' || coalesce(sum(hashtextextended(id::text, xmin::text::bigint)), 0) from ${sql.table(table)})`

/** The rules of `fresh`, with their conditions, as JSON. */
const selectFresh = sql`
  select json_agg(json_build_object('id', r.id, 'rulesetId', r.ruleset_id, 'state', r.state,
    'role', p.handle, 'priority', r.priority, 'everyoneElse', r.everyone_else,
    'activatedAt', floor(extract(epoch from r.activated_at) * 1000)::bigint, 'expiresAt', floor(extract(epoch from r.expires_at) * 1000)::bigint,
    'expiresAfterDays', r.expires_after_days, 'stamp', f.stamp, 'conditions', coalesce((
      select json_agg(json_build_object('id', id, 'type', type,
        'resourceId', coalesce(attribute_id, integration_id, directory_user_id, vendor_resource_id),
        'profileKey', profile_key, 'profileOperator', profile_operator,
        'profileValue', profile_value, 'orAbsent', or_absent) order by id)
      from condition where rule_id = r.id), '[]')))
  from fresh f join rule r on r.id = f.id
  join policy_role p on p.id = r.policy_role_id`

/** A rule's stamp changes with its row and with any of its conditions. For a read that can't settle, `rule` is a view (database/sql/views/unsettled.rule.sql). */
const selectPolicy = ({ rules, rulesets }: KnownPolicy) => sql<Row>`
  with recursive known as (
    select id, stamp from unnest(${uuids([...rules.keys()])},
      ${[...rules.values()].map(({ stamp }) => stamp)}::text[]) as k (id, stamp)
  ),
  known_rulesets as materialized (
    select stamp, stamp <> ${rulesets.stamp} as is_outdated
    from concat_ws(' ', ${stampOf('ruleset')}, ${stampOf('attribute')}, ${stampOf('dimension')}) as stamp
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
    n.stamp as rulesets_stamp,
    case when n.is_outdated then coalesce((
      select json_agg(json_build_object('id', a.id, 'name', a.name, 'dimensionId', d.id, 'integrationId', d.integration_id,
        'dimensionHandle', d.handle, 'dimensionDays', d.expires_after_days,
        'isActive', a.state = 'active' and d.state = 'active'))
      from attribute a join dimension d on d.id = a.dimension_id), '[]') end as attributes,
    coalesce((
      select jsonb_agg(jsonb_build_object('ruleId', s.rule_id, 'role', s.role, 'successorId', s.successor_id))
      from succession s join rule last on last.id = s.successor_id
      where last.successor_rule_id is null), '[]') as successions,
    case when n.is_outdated then coalesce((
      select json_agg(json_build_object('id', s.id, 'resourceId', coalesce(s.attribute_id, s.resource_id),
        'type', s.type, 'expiresAfterDays', s.expires_after_days,
        'state', case when 'deactivated' in (a.state, d.state) then 'deactivated' else s.state end))
      from ruleset s left join attribute a on a.id = s.attribute_id
        left join dimension d on d.id = a.dimension_id), '[]') end as rulesets,
    coalesce((
      select jsonb_agg(k.id) from known k
      where not exists (select from stamped s where s.id = k.id and s.stamp = k.stamp)), '[]') as outdated,
    coalesce((${selectFresh}), '[]') as rules
  from known_rulesets n`
