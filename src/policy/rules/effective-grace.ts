import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { graceOfRule } from '../../engine/grace.ts'
import type { Condition } from '../../engine/model.ts'
import { readCondition } from '../../engine/validate-condition.ts'
import { engineDraft } from '../stored-rules/draft-condition.ts'
import type { StoredCondition, StoredRule } from '../stored-rules/stored-rule.ts'

/**
 * The rule's current grace, in days, as stored: for a change of the rule. Stays get theirs from the compiled policy,
 * `holdingRule(…).graceDays`; both follow the engine's `graceOfRule`.
 */
export async function selectGrace(reader: Reader, rule: StoredRule): Promise<number> {
  const attributeIds = rule.conditions.flatMap(({ attributeId }) => attributeId ?? [])
  const { rows } = await sql<{
    rulesetDays: number | null
    workspaceDays: number
    dimensions: Record<string, number>
  }>`
    select s.expires_after_days as "rulesetDays", w.expires_after_days as "workspaceDays",
      coalesce((select jsonb_object_agg(a.id, d.expires_after_days) from attribute a join dimension d on d.id = a.dimension_id
        where a.id = any (${attributeIds}::uuid[])), '{}') as dimensions
    from ruleset s, policy_settings w where s.id = ${rule.rulesetId}`.execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error(`the ruleset of the rule ${rule.id} is not there`)
  const { days } = graceOfRule(
    { expiresAfterDays: rule.values.expiresAfterDays, conditions: readStored(rule.conditions) },
    { type: rule.rulesetType, expiresAfterDays: row.rulesetDays },
    {
      dimensionDays: (attributeId) => row.dimensions[attributeId] ?? null,
      workspaceDays: row.workspaceDays,
    },
  )
  return days
}

/** Stored conditions as the engine reads them: each was read by it before it was stored. */
function readStored(conditions: readonly StoredCondition[]): Condition[] {
  return conditions.map((values) => {
    const reading = readCondition(engineDraft(values))
    if (!reading.ok) throw new Error(`the stored condition ${values.id} is not valid`)
    return reading.condition
  })
}
