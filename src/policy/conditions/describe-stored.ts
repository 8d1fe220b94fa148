import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ConditionValues } from '../rules/rule-values.ts'
import { findStoredRule } from '../rules/stored-rule.ts'
import { describeRule } from './describe-condition.ts'
import { loadReferents, nameCondition } from './referents.ts'

/** What a rule of these conditions says of itself until somebody writes it a description. */
export async function describeStored(
  tx: Transaction,
  conditions: readonly ConditionValues[],
): Promise<string> {
  const referents = await loadReferents(tx, conditions)
  return describeRule(conditions.map((values) => nameCondition(values, referents)))
}

/** Makes a rule's description follow its conditions, unless somebody wrote one. It says nothing that they do not. */
export async function refreshDescription(tx: Transaction, ruleId: string): Promise<void> {
  const rule = await findStoredRule(tx, ruleId)
  if (rule === undefined || rule.values.descriptionIsWritten) return
  const description = await describeStored(tx, rule.conditions)
  await sql`update rule set description = ${description} where id = ${ruleId}`.execute(tx)
}
