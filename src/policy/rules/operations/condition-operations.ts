import { operationsOf } from '../../changes/operation-kind.ts'
import { addCondition } from './add-condition.ts'
import { removeCondition } from './remove-condition.ts'

export const conditionOperations = operationsOf(null, [addCondition, removeCondition])
