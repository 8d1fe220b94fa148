import { sql } from 'kysely'
import { decodeId, type IdKind } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { Operation } from '../operations/operation.ts'
import type { ConditionValues } from '../stored-rules/rule-values.ts'
import { selectStoredRules, type StoredRule } from '../stored-rules/stored-rule.ts'

/** What operations name, read before they run: the rulesets (uuids), and what the existing rules say. */
export type Named = { rulesets: readonly string[]; rules: readonly string[] }

/**
 * The rulesets that operations name, directly or by a rule or a condition, and what those rules say besides words: a plan shows
 * whom they admit now, and stands for them as they were then. Read first, because deleted records are gone afterwards.
 */
export async function findNamed(tx: Transaction, operations: readonly Operation[]): Promise<Named> {
  const rulesets = operations.flatMap((one) => ('ruleset_id' in one ? one.ruleset_id : []))
  const named = operations.flatMap((one) => [
    ...('rule_id' in one ? [one.rule_id] : []),
    ...('replaces' in one ? [one.replaces ?? ''] : []),
  ])
  const conditions = operations.flatMap((one) => ('condition_id' in one ? one.condition_id : []))
  const { rows: ofConditions } = await sql<{ id: string }>`
    select distinct rule_id as id from condition
    where id = any (${uuids(decodedIds('condition', conditions))})`.execute(tx)
  const ids = [...decodedIds('rule', named), ...ofConditions.map(({ id }) => id)]
  const rules = await selectStoredRules(tx, ids)
  const { rows: existing } = await sql<{ id: string }>`
    select id from ruleset where id = any (${uuids(decodedIds('ruleset', rulesets))})`.execute(tx)
  const all = [...existing.map(({ id }) => id), ...rules.map(({ rulesetId }) => rulesetId)]
  return { rulesets: [...new Set(all)], rules: rules.map(lineOfRule).sort() }
}

/** Without the refs of records that the plan creates. */
function decodedIds(kind: IdKind, ids: readonly string[]): string[] {
  return ids.flatMap((id) => decodeId(kind, id) ?? [])
}

function lineOfRule({ id, values, conditions, activatesAt, replacesRuleId }: StoredRule): string {
  const { roleId, everyoneElse, expiresAt, expiresAfterDays, reason, priority } = values
  const said = [roleId, everyoneElse, expiresAt, expiresAfterDays, reason, priority]
  return JSON.stringify([id, said, activatesAt, replacesRuleId, conditions.map(lineOf).sort()])
}

function lineOf(condition: ConditionValues): string {
  const { type, attributeId, integrationId, directoryUserId, ...profile } = condition
  const { profileKey, profileOperator, profileValue } = profile
  const about = [attributeId, integrationId, directoryUserId]
  return JSON.stringify([type, about, profileKey, profileOperator, profileValue])
}
