import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Id, InstantInput, Nullable, Shape } from '../../http/schema.ts'
import { activateRule as operation } from './operations/activate-rule.ts'
import { perform } from '../plans/perform.ts'
import { requireRuleRight } from '../rights/visible-rule.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const activateRule = writeRoute({
  id: 'activateRule',
  method: 'POST',
  url: '/policy/rules/:rule/activate',
  tag: 'policy',
  summary: 'Put a rule in force',
  description:
    'A staged rule becomes active, or expiring where it has an end, and manifests follow before the answer. `replaces` ends a ' +
    'rule of the same ruleset in the same moment: a person in both stays without a break. With `at` it begins then, is ' +
    'locked until, and takes this same right to be changed or deleted; `at` null takes that back. 422 for a rule without conditions, or with negative ones alone unless it says ' +
    '`everyone_else`. Needs the role activate on the ruleset or `policy.rule.manage`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { rule: 'rule' },
  query: Empty,
  body: Shape({
    replaces: Type.Optional(Nullable(Id('rule'))),
    at: Type.Optional(Nullable(InstantInput)),
  }),
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
