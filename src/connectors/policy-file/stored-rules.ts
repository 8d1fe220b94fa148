import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ConditionValues, RuleValues } from '../../policy/rules/rule-values.ts'
import { conditionsJson, ruleValuesJson } from '../../policy/rules/stored-rule.ts'

/** A rule that has a key and has not ended. */
export type StoredRule = {
  id: string
  rulesetId: string
  key: string
  roleHandle: string
  /** When the clock puts it in force. */
  activatesAt: string | null
  values: RuleValues
  conditions: (ConditionValues & { id: string })[]
}

/** The rules of these rulesets that a policy file can find again. */
export async function selectKeyedRules(
  tx: Transaction,
  rulesetIds: readonly string[],
): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select r.id, r.ruleset_id as "rulesetId", r.key, p.handle as "roleHandle", iso(r.activates_at) as "activatesAt",
      ${ruleValuesJson} as values, ${conditionsJson} as conditions
    from rule r join policy_role p on p.id = r.policy_role_id
    where r.ruleset_id = any (${rulesetIds}::uuid[]) and r.key is not null
      and r.state in ('staged', 'active', 'expiring')`.execute(tx)
  return rows
}
