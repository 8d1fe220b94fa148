import { encodeId } from '../../contract/ids.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { changeRule, ruleChangeProperties } from './operations/change-rule.ts'
import { perform } from '../operations/perform.ts'
import { requireRuleRight } from './visible-rule.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const updateRule = writeRoute({
  id: 'updateRule',
  method: 'PATCH',
  url: '/policy/rules/:rule',
  tag: 'policy',
  summary: 'Change a rule',
  description:
    'Of a staged rule everything may change; of one in force the description, the grace and the key, of one that has ended ' +
    'the description and the key: anything else is 422 `errors.state`. The priority of a rule in force changes by a plan. ' +
    'Of one that waits for its date also reason and priority may change. Needs the role create on the ruleset, for a rule that ' +
    'waits for its date, is or was in force activate, or `policy.rule.manage`.',
  access: { row: 'policy.rule.manage' },
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
    await perform(context, changeRule, {
      rule_id: encodeId('rule', rule),
      ...body,
    })
    return answerRule(context, rule)
  },
})
