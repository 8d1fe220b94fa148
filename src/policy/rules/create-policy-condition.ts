import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { answerCondition } from './answer-condition.ts'
import { conditionProperties } from '../conditions/condition-input.ts'
import { ListedCondition } from '../conditions/schema.ts'
import { addCondition } from './operations/add-condition.ts'
import { perform } from '../plans/perform.ts'
import { requireRuleRight } from '../rights/visible-rule.ts'

export const createPolicyCondition = writeRoute({
  id: 'createPolicyCondition',
  method: 'POST',
  url: '/policy/rules/:rule/conditions',
  tag: 'policy',
  summary: 'Add a condition to a rule',
  description:
    'Of a draft only: in force, or with a date, conditions are locked (422 `errors.state`). All conditions of a rule must hold. Needs the ' +
    'role create on the ruleset or `policy.rule.manage`; a condition on a profile key also `directory.identity.profile.view`, ' +
    'one that names a person `directory.user.view`, and one that names an attribute `directory.attribute.view`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { rule: 'rule' },
  query: Empty,
  body: Shape(conditionProperties),
  isVersioned: true,
  changesParent: true,
  status: 201,
  response: ListedCondition,
  handler: async (context) => {
    const { rule } = context.params
    await requireRuleRight(context, rule, 'draft')
    const body = context.body()
    const rule_id = encodeId('rule', rule)
    const id = await perform(context, addCondition, { rule_id, ...body })
    if (id instanceof Restart) return id
    context.location(`${baseUrl(context.services)}/policy/conditions/${encodeId('condition', id)}`)
    return answerCondition(context, id)
  },
})
