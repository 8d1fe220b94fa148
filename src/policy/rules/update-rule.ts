import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { changeRule, ruleChangeProperties } from './operations/change-rule.ts'
import { perform } from '../plans/perform.ts'
import { requireRuleRight } from '../rights/visible-rule.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const updateRule = writeRoute({
  id: 'updateRule',
  method: 'PATCH',
  url: '/policy/rules/:rule',
  tag: 'policy',
  summary: 'Change a rule',
  description:
    'Of a draft everything may change; of a rule that waits for its date description, key, reason, priority and grace; of one in ' +
    'force description, key and grace, and by a plan its priority; of one that has ended description and key. Anything else ' +
    'is 422 `errors.state`. Needs on the ruleset the role create for a draft and activate for any other rule, or `policy.rule.manage`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { rule: 'rule' },
  query: Empty,
  body: Shape(ruleChangeProperties),
  isVersioned: true,
  status: 200,
  response: DescribedRule,
  handler: async (context) => {
    const { rule } = context.params
    await requireRuleRight(context, rule, 'draft')
    const body = context.body()
    const done = await perform(context, changeRule, {
      rule_id: encodeId('rule', rule),
      ...body,
    })
    if (done instanceof Restart) return done
    return answerRule(context, rule)
  },
})
