import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { answerPlan } from './answer-plan.ts'
import { findPlan } from './queries.ts'
import { DescribedPlan } from './schema.ts'
import { requireVisible } from './visible-plans.ts'

export const describePlan = readRoute({
  id: 'describePlan',
  method: 'GET',
  url: '/policy/plans/:plan',
  tag: 'policy',
  summary: 'Describe a plan',
  description:
    'How much a plan changes, in all and for each ruleset, what is odd about its rules, and how far it is. For its author, as far ' +
    'as they may see its rulesets, and to callers who may see all that it names. A day later only its state and `totals` are left.',
  access: { row: 'policy.rule.view' },
  params: { plan: 'plan' },
  query: Empty,
  status: 200,
  response: DescribedPlan,
  snapshot: () => true,
  handler: async (context) => {
    const { plan } = context.params
    await requireVisible(context, plan, await findPlan(context.db, plan))
    return answerPlan(context, plan)
  },
})
