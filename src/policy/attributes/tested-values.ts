import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { followConditions } from '../conditions/describe-stored.ts'
import { changeTestedValue } from '../stored-rules/write-conditions.ts'
import { findStoredDimension, type StoredDimension } from '../model/stored-dimension.ts'
import { foldValue } from './fold-value.ts'
import { describeImported } from './make-attributes.ts'
import { selectProfileValues } from './profile-values.ts'
import {
  selectImportedConditions,
  testedValues,
  type ImportedCondition,
} from './stored-attribute.ts'

/**
 * Lets the imported rules of renamed attributes test the new value and, as long as an accepted or pending fact has them, the former ones:
 * `in [old, new]`. So people keep the attribute while the source still has the old value. `absorbed` are values of an
 * attribute that was absorbed.
 */
export async function updateTestedValues(
  tx: Transaction,
  actor: AuditActor,
  dimension: StoredDimension,
  conditions: readonly ImportedCondition[],
  absorbed: readonly string[] = [],
): Promise<void> {
  const held = await heldValues(tx, dimension)
  for (const condition of conditions)
    await updateTestedValue(tx, actor, { dimension, condition, held, absorbed })
}

/**
 * Drops former values that no accepted or pending fact has from the conditions of imported rules. No verdict
 * changes.
 */
export async function dropFormerValues(tx: Transaction, actor: AuditActor): Promise<void> {
  const conditions = await selectImportedConditions(tx, 'of_several_values')
  for (const [id, some] of Map.groupBy(conditions, ({ dimensionId }) => dimensionId)) {
    const dimension = await findStoredDimension(tx, id)
    if (dimension !== undefined) await updateTestedValues(tx, actor, dimension, some)
  }
}

async function heldValues(
  tx: Transaction,
  { values: { integrationId, profileKey } }: StoredDimension,
): Promise<ReadonlyMap<string, string>> {
  const source = { integration_id: integrationId, profile_key: profileKey }
  return selectProfileValues(tx, source, 'accepted and pending')
}

type TestedValueUpdate = {
  dimension: StoredDimension
  condition: ImportedCondition
  /** By folded value. */
  held: ReadonlyMap<string, string>
  /** Values that another attribute tested before. */
  absorbed: readonly string[]
}

async function updateTestedValue(
  tx: Transaction,
  actor: AuditActor,
  { dimension, condition, held, absorbed }: TestedValueUpdate,
): Promise<void> {
  const current = foldValue(condition.value)
  const tested = new Map(
    [...testedValues(condition), ...absorbed].map((value) => [foldValue(value), value]),
  )
  tested.delete(current)
  const former = [...tested].flatMap(([folded, value]) => (held.has(folded) ? value : []))
  const operator = former.length === 0 ? 'equals' : 'in'
  const value = operator === 'in' ? JSON.stringify([...former, condition.value]) : condition.value
  if (operator === condition.operator && value === condition.profileValue) return
  const source = {
    integration_handle: dimension.integrationHandle,
    profile_key: dimension.values.profileKey,
  }
  const description = describeImported(source, value, operator)
  await changeTestedValue(tx, actor, condition, { operator, value, description })
  await followConditions(tx, condition.ruleId)
}
