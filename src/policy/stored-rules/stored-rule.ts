import { sql } from 'kysely'
import type { RulesetType } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { ConditionValues, RuleValues } from './rule-values.ts'

export type StoredCondition = ConditionValues & { id: string }

/** A rule with its conditions and the data of its ruleset that decide about it. */
export type StoredRule = {
  id: string
  rulesetId: string
  rulesetType: RulesetType
  key: string | null
  roleHandle: string
  version: number
  /** When the clock puts it in force, and the rule that then ends. */
  activatesAt: string | null
  replacesRuleId: string | null
  values: RuleValues
  conditions: StoredCondition[]
}

/** `r` rule. The same as {@link RuleValues}. */
export const ruleValuesJson = sql`jsonb_build_object('state', r.state, 'roleId', r.policy_role_id,
  'description', r.description, 'descriptionIsWritten', r.description_is_written, 'reason', r.reason,
  'isImported', r.is_imported, 'everyoneElse', r.everyone_else, 'priority', r.priority,
  'expiresAfterDays', r.expires_after_days, 'activatedAt', iso(r.activated_at), 'expiresAt', iso(r.expires_at))`

/** `r` rule. Its conditions in their order, each as {@link StoredCondition}. */
export const conditionsJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'attributeId', c.attribute_id,
    'integrationId', c.integration_id, 'directoryUserId', c.directory_user_id, 'vendorResourceId', c.vendor_resource_id,
    'profileKey', c.profile_key, 'profileOperator', c.profile_operator,
    'profileValue', c.profile_value, 'orAbsent', c.or_absent, 'description', c.description, 'isImported', c.is_imported) order by c.id)
  from condition c where c.rule_id = r.id), '[]')`

const storedRuleColumns = sql`r.id, r.ruleset_id as "rulesetId", s.type as "rulesetType", r.key, p.handle as "roleHandle", r.version, iso(r.activates_at) as "activatesAt",
  r.replaces_rule_id as "replacesRuleId", ${ruleValuesJson} as values, ${conditionsJson} as conditions`

/** A rule that was not deleted. Only the holder of the policy lock, exclusive, can change it, and of a draft the holder of the lock of drafts. */
export async function findStoredRule(reader: Reader, id: string): Promise<StoredRule | undefined> {
  return (await selectStoredRules(reader, [id]))[0]
}

/** {@link findStoredRule} of several, in any order. */
export async function selectStoredRules(
  reader: Reader,
  ids: readonly string[],
): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select ${storedRuleColumns}
    from rule r join ruleset s on s.id = r.ruleset_id join policy_role p on p.id = r.policy_role_id
    where r.id = any (${uuids(ids)}) and r.deleted_at is null`.execute(reader)
  return rows
}

/** A rule without the values that its conditions compare with, which can be long. */
export type RuleOutline = Pick<StoredRule, 'id' | 'rulesetId' | 'activatesAt'> & {
  values: Pick<RuleValues, 'state' | 'expiresAt' | 'everyoneElse'>
  conditions: Omit<StoredCondition, 'profileValue' | 'description' | 'isImported'>[]
}

/** {@link findStoredRule} of several, in outline. */
export async function selectRuleOutlines(
  reader: Reader,
  ids: readonly string[],
): Promise<RuleOutline[]> {
  const { rows } = await sql<RuleOutline>`
    select r.id, r.ruleset_id as "rulesetId", iso(r.activates_at) as "activatesAt",
      jsonb_build_object('state', r.state, 'expiresAt', iso(r.expires_at), 'everyoneElse', r.everyone_else) as values,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'attributeId', c.attribute_id,
          'integrationId', c.integration_id, 'directoryUserId', c.directory_user_id, 'vendorResourceId', c.vendor_resource_id, 'profileKey', c.profile_key,
          'profileOperator', c.profile_operator, 'orAbsent', c.or_absent) order by c.id)
        from condition c where c.rule_id = r.id), '[]') as conditions
    from rule r where r.id = any (${ids}::uuid[]) and r.deleted_at is null`.execute(reader)
  return rows
}

/** The ruleset of a rule that was not deleted. */
export async function findRulesetOfRule(
  reader: Reader,
  ruleId: string,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('rule')
    .select('ruleset_id')
    .where('id', '=', ruleId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.ruleset_id
}

/** The rule of a condition, and its ruleset. */
export async function findRuleOfCondition(
  reader: Reader,
  conditionId: string,
): Promise<{ ruleId: string; rulesetId: string } | undefined> {
  return reader
    .selectFrom('condition')
    .innerJoin('rule', 'rule.id', 'condition.rule_id')
    .select(['rule.id as ruleId', 'rule.ruleset_id as rulesetId'])
    .where('condition.id', '=', conditionId)
    .executeTakeFirst()
}

/** The role's id, or undefined where resources of that type have no such role. */
export async function findRoleId(
  reader: Reader,
  resourceType: string,
  handle: string,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('policy_role')
    .select('id')
    .where('resource_type', '=', resourceType)
    .where('handle', '=', handle)
    .executeTakeFirst()
  return row?.id
}

export async function selectRoleHandles(reader: Reader, resourceType: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('policy_role')
    .select('handle')
    .where('resource_type', '=', resourceType)
    .orderBy('handle')
    .execute()
  return rows.map(({ handle }) => handle)
}
