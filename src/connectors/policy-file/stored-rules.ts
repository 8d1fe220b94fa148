import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ConditionValues, RuleValues } from '../../policy/rules/rule-values.ts'

/** A rule that has a key and has not ended. */
export type StoredRule = {
  id: string
  rulesetId: string
  key: string
  roleHandle: string
  values: RuleValues
  conditions: (ConditionValues & { id: string })[]
}

/** The rules of these rulesets that a policy file can find again. */
export async function selectKeyedRules(
  tx: Transaction,
  rulesetIds: readonly string[],
): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select r.id, r.ruleset_id as "rulesetId", r.key, p.handle as "roleHandle",
      jsonb_build_object('state', r.state, 'roleId', r.policy_role_id, 'description', r.description,
        'descriptionIsWritten', r.description_is_written, 'reason', r.reason, 'isImported', r.is_imported,
        'everyoneElse', r.everyone_else, 'priority', r.priority, 'expiresAfterDays', r.expires_after_days,
        'activatedAt', iso(r.activated_at), 'expiresAt', iso(r.expires_at)) as values,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'attributeId', c.attribute_id,
          'integrationId', c.integration_id, 'directoryUserId', c.directory_user_id,
          'profileKey', c.profile_key, 'profileOperator', c.profile_operator,
          'profileValue', c.profile_value, 'description', c.description, 'isImported', c.is_imported))
        from condition c where c.rule_id = r.id), '[]') as conditions
    from rule r join policy_role p on p.id = r.policy_role_id
    where r.ruleset_id = any (${rulesetIds}::uuid[]) and r.key is not null
      and r.state in ('staged', 'active', 'expiring')`.execute(tx)
  return rows
}
