import type { ConditionInput } from './condition-input.ts'
import type { WrittenCondition } from '../stored-rules/draft-condition.ts'
import { resourceId } from '../stored-rules/resource-id.ts'

/** A stored condition as a client would write it, to create the same one again. */
export function inputOf(values: WrittenCondition): ConditionInput {
  return {
    type: values.type,
    resource_id: resourceId(values),
    profile_key: values.profileKey,
    profile_operator: values.profileOperator,
    profile_value: values.profileValue,
    ...(values.orAbsent && { or_absent: true }),
  }
}
