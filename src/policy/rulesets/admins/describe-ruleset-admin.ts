import { encodeId } from '../../../contract/ids.ts'
import { notFound } from '../../../http/refusals/problem.ts'
import { readRoute } from '../../../http/route/route.ts'
import { requireVisibleRuleset } from '../../rights/visible-ruleset.ts'
import { findRulesetAdmin } from './admin-queries.ts'
import { RulesetAdmin, showRulesetAdmin } from './admin-schema.ts'

export const describeRulesetAdmin = readRoute({
  id: 'describeRulesetAdmin',
  url: '/policy/rulesets/:ruleset/admins/:user',
  summary: 'Describe someone’s role on a ruleset',
  description: 'Anybody who may see the ruleset may see who administers it.',
  access: { row: 'policy.rule.view' },
  params: { ruleset: 'ruleset', user: 'workspaceUser' },
  response: RulesetAdmin,
  handler: async (context) => {
    const { ruleset, user } = context.params
    await requireVisibleRuleset(context, ruleset)
    const row = await findRulesetAdmin(context.db, ruleset, user)
    if (row === undefined) throw notFound('rulesetAdmin', encodeId('workspaceUser', user))
    return showRulesetAdmin(context, row)
  },
})
