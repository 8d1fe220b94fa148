import { operationsOf } from '../../changes/operation-kind.ts'
import { changeSettings } from './change-settings.ts'

export const settingsOperations = operationsOf(null, [changeSettings])
