import type { Condition } from './model.ts'
import { isNegative } from './operators.ts'
import type { Fault } from './validate-condition.ts'

/** The faults that prevent the activation of a rule; empty for none. */
export function validateActivation<C extends Pick<Condition, 'operator'>>({
  conditions,
  everyoneElse,
}: {
  conditions: readonly C[]
  everyoneElse: boolean
}): Fault[] {
  if (conditions.length === 0) {
    return [
      {
        field: 'conditions',
        message: 'must not be empty: a rule needs at least one condition to be activated',
      },
    ]
  }
  if (!everyoneElse && conditions.every(isNegativeCondition)) {
    const message =
      'are all negative: such a rule admits everyone else, and must say so with everyone_else'
    return [{ field: 'conditions', message }]
  }
  return []
}

/** Whether the condition says what a person is not, has not or does not hold. */
export function isNegativeCondition<C extends Pick<Condition, 'operator'>>(condition: C): boolean {
  return condition.operator !== null && isNegative(condition.operator)
}
