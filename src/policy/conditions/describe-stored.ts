import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ConditionValues } from '../stored-rules/rule-values.ts'
import { findStoredRule } from '../stored-rules/stored-rule.ts'
import { describeRule } from '../stored-rules/describe-condition.ts'
import { loadReferents, nameCondition } from './referents.ts'

/** The generated description of a rule with these conditions. */
export async function describeStored(
  tx: Transaction,
  conditions: readonly ConditionValues[],
): Promise<string> {
  const referents = await loadReferents(tx, conditions)
  return describeRule(conditions.map((values) => nameCondition(values, referents)))
}

/**
 * Updates a rule after its conditions changed: its version, so that If-Match covers them too, and its description,
 * unless it was written by hand.
 */
export async function followConditions(tx: Transaction, ruleId: string): Promise<void> {
  const rule = await findStoredRule(tx, ruleId)
  if (rule === undefined) return
  const { description: said, descriptionIsWritten } = rule.values
  const description = descriptionIsWritten ? said : await describeStored(tx, rule.conditions)
  await sql`
    update rule set description = ${description}, version = version + 1 where id = ${ruleId}`.execute(
    tx,
  )
}
