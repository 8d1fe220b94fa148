import { readRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { answerRuleset } from './answer-ruleset.ts'
import { DescribedRuleset } from './schema.ts'
import { requireVisibleRuleset } from './visible-ruleset.ts'

export const describeRuleset = readRoute({
  id: 'describeRuleset',
  method: 'GET',
  url: '/policy/rulesets/:ruleset',
  tag: 'policy',
  summary: 'Describe a ruleset',
  description:
    'The policy of one policy resource, with the grace that it gives and how many rules and people of each kind there are. ' +
    'Anybody with a role on it may see it, and whoever may view all rules.',
  access: { row: 'policy.rule.view' },
  cost: 2,
  params: { ruleset: 'ruleset' },
  query: Empty,
  status: 200,
  response: DescribedRuleset,
  snapshot: () => true,
  handler: async (context) => {
    const { ruleset } = context.params
    await requireVisibleRuleset(context, ruleset)
    return answerRuleset(context, ruleset)
  },
})
