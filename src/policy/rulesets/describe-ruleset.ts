import { Type } from 'typebox'
import { requirePermission } from '../../http/callers/authorise.ts'
import { needsHeavyPlace } from '../../http/limits/request-cost.ts'
import { includeParameter } from '../../http/shapes/include.ts'
import { readRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { selectIncidentsOfRulesets } from '../shapes/incident-ref.ts'
import { describedRuleset } from './answer-ruleset.ts'
import { DescribedRuleset } from './schema.ts'
import { requireVisibleRuleset } from '../rights/visible-ruleset.ts'

export const describeRuleset = readRoute({
  id: 'describeRuleset',
  url: '/policy/rulesets/:ruleset',
  summary: 'Describe a ruleset',
  description:
    'The policy of one policy resource, with the grace that it gives and how many rules and people of each kind there are. ' +
    'Callers with a role on it may see it, and those who may view all rules. `include=incidents`: the open ones that hold access here.',
  access: { row: 'policy.rule.view' },
  cost: 2,
  params: { ruleset: 'ruleset' },
  query: Shape({
    include: Type.Optional(includeParameter(['incidents'])),
  }),
  response: DescribedRuleset,
  snapshot: () => true,
  handler: async (context) => {
    const { ruleset } = context.params
    await requireVisibleRuleset(context, ruleset)
    const body = await describedRuleset(context, ruleset)
    if (body === needsHeavyPlace || context.query.include === undefined) return body
    requirePermission(context.caller, 'policy.rule.view')
    const incidents = await selectIncidentsOfRulesets(context.db, [ruleset])
    return { ...body, incidents: incidents.get(ruleset) ?? [] }
  },
})
