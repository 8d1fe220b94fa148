import { decodeId, encodeId } from '../../contract/ids.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Id, Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { perform } from '../plans/perform.ts'
import { addRulesetAdmin as operation, RulesetRole } from './operations/set-ruleset-admin.ts'
import { RulesetAdmin, rulesetAdminUrl } from './admin-schema.ts'
import { answerRulesetAdmin } from './answer-ruleset-admin.ts'
import { requireRulesetRight } from '../rights/require-ruleset-right.ts'

export const addRulesetAdmin = writeRoute({
  id: 'addRulesetAdmin',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/admins',
  tag: 'policy',
  summary: 'Give someone a role on a ruleset',
  description:
    'Needs the role admin on the ruleset or `policy.ruleset.manage`, and every right that the role gives: no one gives what ' +
    'they do not hold. A person has one role on a ruleset: 422 `errors.user_id` for one who has.',
  access: { row: 'policy.ruleset.manage' },
  params: { ruleset: 'ruleset' },
  query: Empty,
  body: Shape({ user_id: Id('workspaceUser'), role: RulesetRole }),
  isVersioned: true,
  status: 201,
  response: RulesetAdmin,
  handler: async (context) => {
    const { ruleset } = context.params
    await requireRulesetRight(context, ruleset, 'administer')
    const { user_id, role } = context.body()
    const ruleset_id = encodeId('ruleset', ruleset)
    const done = await perform(context, operation, { ruleset_id, user_id, role })
    if (done instanceof Restart) return done
    const userId = decodeId('workspaceUser', user_id) ?? ''
    const admin = { ruleset_id: ruleset, workspace_user_id: userId }
    context.location(rulesetAdminUrl(baseUrl(context.services), admin))
    return answerRulesetAdmin(context, ruleset, userId)
  },
})
