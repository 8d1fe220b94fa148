import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { conditionsJson, type StoredCondition } from '../stored-rules/stored-rule.ts'
import { describeCondition, describeRule } from '../stored-rules/describe-condition.ts'
import { loadReferents, nameCondition } from './referents.ts'

/** An attribute, people or vendors' resources, by uuid. */
export type Referent =
  | { attributeId: string }
  | { directoryUserIds: readonly string[] }
  | { vendorResourceIds: readonly string[] }

type Naming = {
  id: string
  /** Null for a description that was written by hand. */
  made: string | null
  conditions: StoredCondition[]
}
type ConditionText = { id: string; description: string }

/**
 * Updates the descriptions of conditions, and of rules, to the current name of a referent; an erased person is
 * named by id.
 */
export async function restateConditions(tx: Transaction, referent: Referent): Promise<void> {
  const rules = await lockRulesNaming(tx, referent)
  const all = rules.flatMap(({ conditions }) => conditions)
  if (all.length === 0) return
  const referents = await loadReferents(tx, all)
  const named = (condition: StoredCondition) => nameCondition(condition, referents)
  const conditions = all.flatMap((condition) =>
    names(condition, referent)
      ? changed(condition.id, condition.description, describeCondition(named(condition)))
      : [],
  )
  const words = rules.flatMap((rule) =>
    rule.made === null ? [] : changed(rule.id, rule.made, describeRule(rule.conditions.map(named))),
  )
  await restate(tx, 'condition', conditions)
  await restate(tx, 'rule', words)
}

function changed(id: string, before: string, description: string): ConditionText[] {
  return before === description ? [] : [{ id, description }]
}

/** An update without changes would still make every process reload the policy. */
async function restate(
  tx: Transaction,
  table: 'condition' | 'rule',
  said: ConditionText[],
): Promise<void> {
  if (said.length === 0) return
  await sql`
    update ${sql.table(table)} t set description = s.description
    from json_to_recordset(${JSON.stringify(said)}::json) as s (id uuid, description text)
    where t.id = s.id`.execute(tx)
}

/** Locked before they are read: a concurrent rename of another referent waits, and then reads our descriptions. */
async function lockRulesNaming(tx: Transaction, referent: Referent): Promise<Naming[]> {
  const isNaming = namingSql(referent)
  const { rows: locked } = await sql<{ id: string }>`
    select r.id from rule r where r.id in (select c.rule_id from condition c where ${isNaming})
    order by r.id for no key update`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<Naming>`
    select r.id, case when not r.description_is_written then r.description end as made, ${conditionsJson} as conditions
    from rule r
    where r.id = any (${locked.map(({ id }) => id)}::uuid[]) order by r.id`.execute(tx)
  return rows
}

function namingSql(referent: Referent) {
  if ('attributeId' in referent) return sql`c.attribute_id = ${referent.attributeId}`
  return 'vendorResourceIds' in referent
    ? sql`c.vendor_resource_id = any (${uuids(referent.vendorResourceIds)})`
    : sql`c.directory_user_id = any (${uuids(referent.directoryUserIds)})`
}

function names(condition: StoredCondition, referent: Referent): boolean {
  if ('attributeId' in referent) return condition.attributeId === referent.attributeId
  const [id, ids] =
    'vendorResourceIds' in referent
      ? [condition.vendorResourceId, referent.vendorResourceIds]
      : [condition.directoryUserId, referent.directoryUserIds]
  return id !== null && ids.includes(id)
}
