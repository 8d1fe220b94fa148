import { encodeId } from '../../contract/ids.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { perform } from '../plans/perform.ts'
import { changeRulesetAdmin, RulesetRole } from './operations/set-ruleset-admin.ts'
import { RulesetAdmin } from './admin-schema.ts'
import { answerRulesetAdmin } from './answer-ruleset-admin.ts'
import { requireRulesetRight } from '../rights/require-ruleset-right.ts'

export const updateRulesetAdmin = writeRoute({
  id: 'updateRulesetAdmin',
  method: 'PATCH',
  url: '/policy/rulesets/:ruleset/admins/:user',
  tag: 'policy',
  summary: 'Change someone’s role on a ruleset',
  description:
    'The role that is there already changes nothing. Needs the role admin on the ruleset or `policy.ruleset.manage`, and ' +
    'every right that the role gives.',
  access: { row: 'policy.ruleset.manage' },
  params: { ruleset: 'ruleset', user: 'workspaceUser' },
  query: Empty,
  body: Shape({ role: RulesetRole }),
  isVersioned: true,
  status: 200,
  response: RulesetAdmin,
  handler: async (context) => {
    const { ruleset, user } = context.params
    await requireRulesetRight(context, ruleset, 'administer')
    await answerRulesetAdmin(context, ruleset, user)
    const { role } = context.body()
    const named = {
      ruleset_id: encodeId('ruleset', ruleset),
      user_id: encodeId('workspaceUser', user),
    }
    const done = await perform(context, changeRulesetAdmin, { ...named, role })
    if (done instanceof Restart) return done
    return answerRulesetAdmin(context, ruleset, user)
  },
})
