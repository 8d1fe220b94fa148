import { operationsOf } from '../changes/operation-kind.ts'
import { createAttribute } from './create-attribute.ts'
import { changeAttribute } from './change-attribute.ts'
import { activateAttribute, deactivateAttribute } from './attribute-states.ts'

export const attributeOperations = operationsOf('directory.attribute.view', [
  createAttribute,
  changeAttribute,
  activateAttribute,
  deactivateAttribute,
])
