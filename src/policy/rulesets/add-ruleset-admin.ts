import { policyCommand } from '../changes/policy-command.ts'
import { Id } from '../../http/shapes/schema.ts'
import { RulesetAdmin, RulesetRole } from './admin-schema.ts'
import { answerRulesetAdmin } from './answer-ruleset-admin.ts'
import { setRole, setRulesetAdmin } from './set-ruleset-admin.ts'

export const addRulesetAdmin = policyCommand({
  op: setRulesetAdmin.op,
  id: 'addRulesetAdmin',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/admins',
  summary: 'Give someone a role on a ruleset',
  description:
    'Needs the role admin on the ruleset or `policy.ruleset.manage`, and every right that the role gives: no one gives what ' +
    'they do not hold. A person has one role on a ruleset: 422 `errors.user_id` for one who has.',
  needs: { right: 'administer' },
  cost: 1,
  params: { ruleset: 'ruleset' },
  body: { user_id: Id('workspaceUser'), role: RulesetRole },
  creates: true,
  response: RulesetAdmin,
  answer: answerRulesetAdmin,
  run: (work, operation) => setRole(work, operation, 'no_role'),
})
