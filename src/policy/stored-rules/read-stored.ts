import type { Condition } from '../../engine/model.ts'
import { readCondition } from '../../engine/validate-condition.ts'
import { engineDraft } from './draft-condition.ts'
import type { StoredCondition } from './stored-rule.ts'

/** Stored conditions as the engine reads them: each was read by it before it was stored. */
export function readStored(conditions: readonly StoredCondition[]): Condition[] {
  return conditions.map((values) => {
    const reading = readCondition(engineDraft(values))
    if (!reading.ok) throw new Error(`the stored condition ${values.id} is not valid`)
    return reading.condition
  })
}
