import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { perform } from '../plans/perform.ts'
import { removeCondition } from './operations/remove-condition.ts'
import { findRuleOfCondition } from '../stored-rules/stored-rule.ts'
import { askOnRuleset } from '../rights/ruleset-rights.ts'
import { requireViewable } from '../rights/visible-ruleset.ts'

export const deletePolicyCondition = writeRoute({
  id: 'deletePolicyCondition',
  method: 'DELETE',
  url: '/policy/conditions/:condition',
  tag: 'policy',
  summary: 'Take a condition away from a rule',
  description:
    'Of a draft only: in force, or with a date, conditions are locked (422 `errors.state`). Needs the role create on the ruleset or ' +
    '`policy.rule.manage`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { condition: 'condition' },
  query: Empty,
  body: null,
  status: 204,
  response: null,
  handler: async (context) => {
    const id = context.params.condition
    const of = await findRuleOfCondition(context.tx, id)
    const found = of && { ruleset_id: of.rulesetId }
    const { ruleset_id } = await requireViewable(context, { kind: 'condition', id }, found)
    await askOnRuleset(context, ruleset_id, 'draft')
    const condition_id = encodeId('condition', id)
    const done = await perform(context, removeCondition, { condition_id })
    if (done instanceof Restart) return done
    return undefined
  },
})
