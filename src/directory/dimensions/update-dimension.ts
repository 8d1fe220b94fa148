import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import {
  changeDimension,
  dimensionChangeProperties,
} from '../../policy/dimensions/operations/change-dimension.ts'
import { perform } from '../../policy/plans/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

export const updateDimension = writeRoute({
  id: 'updateDimension',
  method: 'PATCH',
  url: '/directory/dimensions/:dimension',
  tag: 'directory',
  summary: 'Change a dimension',
  description:
    'Its name, its grace, and whether values become attributes. What it reads and its handle stay, because attributes rest on ' +
    'them: make another dimension instead. To enable attributes needs `directory.identity.profile.view` too.',
  access: 'directory.dimension.manage',
  cost: policyChangeCost,
  params: { dimension: 'dimension' },
  query: Empty,
  body: Shape(dimensionChangeProperties),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedDimension,
  handler: async (context) => {
    const id = context.params.dimension
    await answerDimension(context, id)
    const body = context.body()
    const dimension_id = encodeId('dimension', id)
    const done = await perform(context, changeDimension, { dimension_id, ...body })
    if (done instanceof Restart) return done
    return answerDimension(context, id)
  },
})
