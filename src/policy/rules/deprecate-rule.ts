import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, InstantInput, Shape } from '../../http/schema.ts'
import { deprecateRule as operation } from './operations/deprecate-rule.ts'
import { perform } from '../plans/perform.ts'
import { requireRuleRight } from '../rights/visible-rule.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const deprecateRule = writeRoute({
  id: 'deprecateRule',
  method: 'POST',
  url: '/policy/rules/:rule/deprecate',
  tag: 'policy',
  summary: 'Give a rule an end',
  description:
    'A rule in force ends `at`, by default when its grace from now is over. Until then its people show `expiring`, and there ' +
    'is no second grace; without grace it ends at once. Needs the role activate on the ruleset or `policy.rule.manage`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { rule: 'rule' },
  query: Empty,
  body: Shape({ at: Type.Optional(InstantInput) }),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedRule,
  handler: async (context) => {
    const { rule } = context.params
    await requireRuleRight(context, rule, 'activate')
    const body = context.body()
    const done = await perform(context, operation, {
      rule_id: encodeId('rule', rule),
      ...body,
    })
    if (done instanceof Restart) return done
    return answerRule(context, rule)
  },
})
