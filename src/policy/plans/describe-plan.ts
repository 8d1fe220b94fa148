import { readRoute } from '../../http/route/route.ts'
import { answerPlan } from './answer-plan.ts'
import { findPlan } from './queries.ts'
import { DescribedPlan } from './schema.ts'
import { requireVisible } from './visible-plans.ts'

export const describePlan = readRoute({
  id: 'describePlan',
  url: '/policy/plans/:plan',
  summary: 'Describe a plan',
  description:
    'How much a plan changes, in all and for each ruleset, what is odd about its rules, and how far it is. For its author, as far ' +
    'as they may see its rulesets, and to callers who may see all that it names. A day later only its state and `totals` are left.',
  access: { row: 'policy.rule.view' },
  params: { plan: 'plan' },
  response: DescribedPlan,
  snapshot: () => true,
  handler: async (context) => {
    const { plan } = context.params
    await requireVisible(context, plan, await findPlan(context.db, plan))
    return answerPlan(context, plan)
  },
})
