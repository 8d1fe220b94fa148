import { readRoute } from '../../http/route/route.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'
import { requireVisibleRule } from '../rights/visible-rule.ts'

export const describeRule = readRoute({
  id: 'describeRule',
  url: '/policy/rules/:rule',
  summary: 'Describe a rule',
  description:
    'One rule with its conditions. `expires_after_days` is the grace in force, `…_inherited` whether the rule itself says so. ' +
    'What its conditions want of profiles needs `directory.identity.profile.view`.',
  access: { row: 'policy.rule.view' },
  params: { rule: 'rule' },
  response: DescribedRule,
  snapshot: () => true,
  handler: async (context) => {
    await requireVisibleRule(context, context.params.rule)
    return answerRule(context, context.params.rule)
  },
})
