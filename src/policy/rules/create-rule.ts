import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { createRule as operation, newRuleProperties } from './operations/create-rule.ts'
import { perform } from '../plans/perform.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'
import { requireRulesetRight } from '../rights/require-ruleset-right.ts'

export const createRule = writeRoute({
  id: 'createRule',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/rules',
  tag: 'policy',
  summary: 'Draft a rule',
  description:
    'A staged rule, with its conditions or without: it admits no one until it is activated. Needs the role create on the ' +
    'ruleset or `policy.rule.manage`; a condition on a profile key also `directory.identity.profile.view`, one that ' +
    'names a person `directory.user.view`, and one that names an attribute `directory.attribute.view`. 422 for attributes that would depend on one another.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { ruleset: 'ruleset' },
  query: Empty,
  body: Shape(newRuleProperties),
  isVersioned: true,
  status: 201,
  response: DescribedRule,
  handler: async (context) => {
    const { ruleset } = context.params
    await requireRulesetRight(context, ruleset, 'draft')
    const body = context.body()
    const ruleset_id = encodeId('ruleset', ruleset)
    const id = await perform(context, operation, { ruleset_id, ...body })
    if (id instanceof Restart) return id
    context.location(`${baseUrl(context.services)}/policy/rules/${encodeId('rule', id)}`)
    return answerRule(context, id)
  },
})
