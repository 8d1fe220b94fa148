import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { duplicateRule as operation } from './operations/duplicate-rule.ts'
import { perform } from '../plans/perform.ts'
import { requireRuleRight } from '../rights/visible-rule.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const duplicateRule = writeRoute({
  id: 'duplicateRule',
  method: 'POST',
  url: '/policy/rules/:rule/duplicate',
  tag: 'policy',
  summary: 'Draft a copy of a rule',
  description:
    'A staged rule with the same role, conditions and words: the way to change what is locked in a rule in force, by ' +
    'activating the copy with `replaces`. Needs the role create on the ruleset or `policy.rule.manage`, and the rights to ' +
    'add each condition: for one on a profile key `directory.identity.profile.view` and that the integration lists the key, ' +
    'for one that names a person `directory.user.view`, for one that names an attribute `directory.attribute.view`, and that what it names is there (422).',
  access: { row: 'policy.rule.manage' },
  cost: policyChangeCost,
  params: { rule: 'rule' },
  query: Empty,
  body: null,
  isVersioned: true,
  status: 201,
  response: DescribedRule,
  handler: async (context) => {
    const { rule } = context.params
    await requireRuleRight(context, rule, 'draft')
    const rule_id = encodeId('rule', rule)
    const id = await perform(context, operation, { rule_id })
    if (id instanceof Restart) return id
    context.location(`${baseUrl(context.services)}/policy/rules/${encodeId('rule', id)}`)
    return answerRule(context, id)
  },
})
