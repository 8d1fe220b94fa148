import { operationsOf } from '../../changes/operation-kind.ts'
import { createRuleset } from './create-ruleset.ts'
import { changeRuleset } from './change-ruleset.ts'
import { setRulesetAdmin } from './set-ruleset-admin.ts'
import { removeRulesetAdmin } from './remove-ruleset-admin.ts'

export const rulesetOperations = operationsOf(null, [
  createRuleset,
  changeRuleset,
  setRulesetAdmin,
  removeRulesetAdmin,
])
