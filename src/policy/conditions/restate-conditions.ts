import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { conditionsJson, type StoredCondition } from '../rules/stored-rule.ts'
import { describeCondition, describeRule } from './describe-condition.ts'
import { loadReferents, nameCondition } from './referents.ts'

/** An attribute or a person, by uuid. */
export type Referent = { attributeId: string } | { directoryUserId: string }

type Naming = { id: string; conditions: StoredCondition[] }

/**
 * Lets conditions, and what rules say because of them, use the name that what they name has now; of an erased person
 * only the id is left.
 */
export async function restateConditions(tx: Transaction, referent: Referent): Promise<void> {
  const rules = await lockRulesNaming(tx, referent)
  const all = rules.flatMap(({ conditions }) => conditions)
  if (all.length === 0) return
  const referents = await loadReferents(tx, all)
  const named = (condition: StoredCondition) => nameCondition(condition, referents)
  const restated = all.filter((condition) => names(condition, referent))
  const said = restated.map((condition) => ({
    id: condition.id,
    description: describeCondition(named(condition)),
  }))
  await sql`
    update condition c set description = s.description
    from json_to_recordset(${JSON.stringify(said)}::json) as s (id uuid, description text)
    where c.id = s.id and c.description <> s.description`.execute(tx)
  const words = rules.map(({ id, conditions }) => ({
    id,
    description: describeRule(conditions.map(named)),
  }))
  await sql`
    update rule r set description = s.description
    from json_to_recordset(${JSON.stringify(words)}::json) as s (id uuid, description text)
    where r.id = s.id and not r.description_is_written and r.description <> s.description`.execute(
    tx,
  )
}

/** Locked before they are read: whoever restates one of them for another name waits, and then reads what we said. */
async function lockRulesNaming(tx: Transaction, referent: Referent): Promise<Naming[]> {
  const isNaming =
    'attributeId' in referent
      ? sql`c.attribute_id = ${referent.attributeId}`
      : sql`c.directory_user_id = ${referent.directoryUserId}`
  const { rows: locked } = await sql<{ id: string }>`
    select r.id from rule r where r.id in (select c.rule_id from condition c where ${isNaming})
    order by r.id for no key update`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<Naming>`
    select r.id, ${conditionsJson} as conditions from rule r
    where r.id = any (${locked.map(({ id }) => id)}::uuid[]) order by r.id`.execute(tx)
  return rows
}

function names(condition: StoredCondition, referent: Referent): boolean {
  return 'attributeId' in referent
    ? condition.attributeId === referent.attributeId
    : condition.directoryUserId === referent.directoryUserId
}
