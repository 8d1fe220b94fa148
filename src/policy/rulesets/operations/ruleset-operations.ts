import { operationsOf } from '../../operations/kind.ts'
import { changeRuleset } from './change-ruleset.ts'
import { setRulesetAdmin } from './set-ruleset-admin.ts'
import { removeRulesetAdmin } from './remove-ruleset-admin.ts'

export const rulesetOperations = operationsOf(null, [
  changeRuleset,
  setRulesetAdmin,
  removeRulesetAdmin,
])
