import { operationsOf } from '../../changes/operation-kind.ts'
import { createDimension } from './create-dimension.ts'
import { changeDimension } from './change-dimension.ts'
import { activateDimension, deactivateDimension } from './dimension-states.ts'

export const dimensionOperations = operationsOf('directory.dimension.view', [
  createDimension,
  changeDimension,
  activateDimension,
  deactivateDimension,
])
