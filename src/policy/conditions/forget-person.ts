import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { describeCondition } from './describe-condition.ts'
import { followConditions } from './describe-stored.ts'
import type { ConditionValues } from '../rules/rule-values.ts'

type Naming = Pick<ConditionValues, 'type' | 'profileOperator' | 'description'> & { id: string }

/** Lets conditions, and what rules say because of them, name an erased person (a uuid) by their id. */
export async function forgetInConditions(tx: Transaction, personId: string): Promise<void> {
  // Rules first: whoever erases somebody else whom a rule names too says it anew after us.
  const { rows: rules } = await sql<{ id: string }>`
    select r.id from rule r where exists (
      select from condition c where c.rule_id = r.id and c.directory_user_id = ${personId}
    ) order by r.id for no key update`.execute(tx)
  const { rows: conditions } = await sql<Naming>`
    select c.id, c.type, c.profile_operator as "profileOperator", c.description
    from condition c where c.directory_user_id = ${personId}`.execute(tx)
  const referent = { person: encodeId('directoryUser', personId) }
  const said = conditions.flatMap(({ id, type, profileOperator: operator, description }) => {
    const named = { type, operator, referent, integration: null, profileKey: null }
    const words = describeCondition({ ...named, profileValue: null })
    return words === description ? [] : [{ id, description: words }]
  })
  if (said.length === 0) return
  await sql`
    update condition c set description = s.description
    from json_to_recordset(${JSON.stringify(said)}::json) as s (id uuid, description text)
    where c.id = s.id`.execute(tx)
  for (const { id } of rules) await followConditions(tx, id)
}
