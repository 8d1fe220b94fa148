import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { deleteRule as operation } from './operations/delete-rule.ts'
import { perform } from '../plans/perform.ts'
import { requireRuleRight } from '../rights/visible-rule.ts'

export const deleteRule = writeRoute({
  id: 'deleteRule',
  method: 'DELETE',
  url: '/policy/rules/:rule',
  tag: 'policy',
  summary: 'Delete a rule',
  description:
    'Of a staged, expired or deactivated rule; one in force is deactivated first (422 `errors.state`). Its conditions go with ' +
    'it; the history of stays and the audit log keep naming it. Needs the role create on the ruleset, for a rule that waits ' +
    'for its date or was in force activate, or `policy.rule.manage`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { rule: 'rule' },
  query: Empty,
  body: null,
  status: 204,
  response: null,
  handler: async (context) => {
    const { rule } = context.params
    await requireRuleRight(context, rule, 'draft')
    const done = await perform(context, operation, { rule_id: encodeId('rule', rule) })
    if (done instanceof Restart) return done
    return undefined
  },
})
