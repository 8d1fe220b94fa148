import { encodeId } from '../../contract/ids.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { perform } from '../plans/perform.ts'
import { removeRulesetAdmin as operation } from './operations/remove-ruleset-admin.ts'
import { requireRulesetRight } from '../rights/require-ruleset-right.ts'

export const removeRulesetAdmin = writeRoute({
  id: 'removeRulesetAdmin',
  method: 'DELETE',
  url: '/policy/rulesets/:ruleset/admins/:user',
  tag: 'policy',
  summary: 'Take someone’s role on a ruleset away',
  description:
    'Needs the role admin on the ruleset or `policy.ruleset.manage`. A ruleset without admins is administered by those who ' +
    'hold the permission everywhere.',
  access: { row: 'policy.ruleset.manage' },
  params: { ruleset: 'ruleset', user: 'workspaceUser' },
  query: Empty,
  body: null,
  status: 204,
  response: null,
  handler: async (context) => {
    const { ruleset, user } = context.params
    await requireRulesetRight(context, ruleset, 'administer')
    const done = await perform(context, operation, {
      ruleset_id: encodeId('ruleset', ruleset),
      user_id: encodeId('workspaceUser', user),
    })
    if (done instanceof Restart) return done
    return undefined
  },
})
