import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { deactivateDimension as operation } from '../../policy/dimensions/operations/dimension-states.ts'
import { perform } from '../../policy/plans/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

export const deactivateDimension = writeRoute({
  id: 'deactivateDimension',
  method: 'POST',
  url: '/directory/dimensions/:dimension/deactivate',
  tag: 'directory',
  summary: 'Deactivate a dimension',
  description:
    'No one qualifies for its attributes any more. 409 with a plan while a rule in force names one of them, and where more people would ' +
    'move than a limit allows: then a holder of `policy.change.approve` applies the plan. 422 when it is deactivated already.',
  access: 'directory.dimension.manage',
  cost: policyChangeCost,
  params: { dimension: 'dimension' },
  query: Empty,
  body: null,
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedDimension,
  handler: async (context) => {
    const id = context.params.dimension
    const dimension_id = encodeId('dimension', id)
    const done = await perform(context, operation, { dimension_id })
    if (done instanceof Restart) return done
    return answerDimension(context, id)
  },
})
