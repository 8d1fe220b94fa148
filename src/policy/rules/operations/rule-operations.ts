import { operationsOf } from '../../changes/operation-kind.ts'
import { createRule } from './create-rule.ts'
import { changeRule } from './change-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { activateRule } from './activate-rule.ts'
import { deprecateRule } from './deprecate-rule.ts'
import { deactivateRule } from './deactivate-rule.ts'
import { duplicateRule } from './duplicate-rule.ts'
import { createException } from './create-exception.ts'

export const ruleOperations = operationsOf(null, [
  createRule,
  changeRule,
  deleteRule,
  activateRule,
  deprecateRule,
  deactivateRule,
  duplicateRule,
  createException,
])
