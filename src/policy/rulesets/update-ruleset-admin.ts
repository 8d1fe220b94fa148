import { policyCommand } from '../changes/policy-command.ts'

import { RulesetAdmin, RulesetRole } from './admin-schema.ts'
import { answerRulesetAdmin } from './answer-ruleset-admin.ts'
import { setRole, setRulesetAdmin } from './set-ruleset-admin.ts'

export const updateRulesetAdmin = policyCommand({
  op: setRulesetAdmin.op,
  id: 'updateRulesetAdmin',
  method: 'PATCH',
  url: '/policy/rulesets/:ruleset/admins/:user',
  summary: 'Change someone’s role on a ruleset',
  description:
    'The role that is there already changes nothing. Needs the role admin on the ruleset or `policy.ruleset.manage`, and ' +
    'every right that the role gives.',
  needs: { right: 'administer' },
  cost: 1,
  params: { ruleset: 'ruleset', user: 'workspaceUser' },
  body: { role: RulesetRole },

  response: RulesetAdmin,
  answer: answerRulesetAdmin,
  run: (work, operation) => setRole(work, operation, 'some_role'),
})
