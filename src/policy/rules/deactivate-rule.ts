import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { deactivateRule as operation } from './operations/deactivate-rule.ts'
import { perform } from '../plans/perform.ts'
import { requireRuleRight } from '../rights/visible-rule.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const deactivateRule = writeRoute({
  id: 'deactivateRule',
  method: 'POST',
  url: '/policy/rules/:rule/deactivate',
  tag: 'policy',
  summary: 'End a rule now',
  description:
    'A rule in force admits no one any more: people that no other rule admits leave at once, without grace. Needs the role ' +
    'activate on the ruleset or `policy.rule.manage`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { rule: 'rule' },
  query: Empty,
  body: null,
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedRule,
  handler: async (context) => {
    const { rule } = context.params
    await requireRuleRight(context, rule, 'activate')
    const done = await perform(context, operation, { rule_id: encodeId('rule', rule) })
    if (done instanceof Restart) return done
    return answerRule(context, rule)
  },
})
