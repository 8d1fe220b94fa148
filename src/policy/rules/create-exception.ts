import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { createException as operation, exceptionProperties } from './operations/create-exception.ts'
import { perform } from '../plans/perform.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { requireRulesetRight } from '../rights/require-ruleset-right.ts'

export const createException = writeRoute({
  id: 'createException',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/exceptions',
  tag: 'policy',
  summary: 'Let one person in for a while',
  description:
    'A rule for that person alone, in force at once, with an end and a reason. Needs the role activate on the ruleset or ' +
    '`policy.rule.manage`, and `directory.user.view`.',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { ruleset: 'ruleset' },
  query: Empty,
  body: Shape(exceptionProperties),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 201,
  response: DescribedRule,
  handler: async (context) => {
    const { ruleset } = context.params
    await requireRulesetRight(context, ruleset, 'activate')
    const body = context.body()
    const ruleset_id = encodeId('ruleset', ruleset)
    const id = await perform(context, operation, { ruleset_id, ...body })
    if (id instanceof Restart) return id
    context.location(`${baseUrl(context.services)}/policy/rules/${encodeId('rule', id)}`)
    return answerRule(context, id)
  },
})
