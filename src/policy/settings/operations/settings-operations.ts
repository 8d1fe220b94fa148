import { operationsOf } from '../../changes/kind.ts'
import { changeSettings } from './change-settings.ts'

export const settingsOperations = operationsOf(null, [changeSettings])
