import type { Condition } from '../../engine/model.ts'
import { readCondition, type ConditionDraft, type Fault } from '../../engine/validate-condition.ts'
import type { ConditionValues } from './rule-values.ts'
import { describeCondition, type NamedCondition } from './describe-condition.ts'

/** A condition that was looked up: as it is stored, as the engine reads it, and as people do. */
export type DraftCondition = { values: ConditionValues; read: Condition; named: NamedCondition }
/** The stored values of a written condition, before it has a description. */
export type WrittenCondition = Omit<ConditionValues, 'description' | 'isImported'>

/** Has the engine read a condition whose names were looked up. */
export function draftCondition(
  values: WrittenCondition,
  named: NamedCondition,
): { draft: DraftCondition } | { faults: Fault[] } {
  const reading = readCondition(engineDraft(values))
  if (!reading.ok) return { faults: reading.faults }
  const description = describeCondition(named)
  const stored = { ...values, description, isImported: false }
  return { draft: { values: stored, read: reading.condition, named } }
}

/** A stored condition as the engine reads it. */
export function engineDraft(values: WrittenCondition): ConditionDraft {
  return {
    type: values.type,
    resourceId:
      values.attributeId ??
      values.integrationId ??
      values.directoryUserId ??
      values.vendorResourceId,
    profileKey: values.profileKey,
    profileOperator: values.profileOperator,
    profileValue: values.profileValue,
    orAbsent: values.orAbsent,
  }
}
