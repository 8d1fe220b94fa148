import { encodeId } from '../../contract/ids.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { deactivateDimension as operation } from '../../policy/operations/dimension-states.ts'
import { perform } from '../../policy/operations/perform.ts'
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
    'Nobody qualifies for its attributes any more, and manifests of rules that ask for one of them follow before the answer. 422 when it is deactivated already.',
  access: 'directory.dimension.manage',
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
    await perform(context, operation, { op: 'deactivate_dimension', dimension_id })
    return answerDimension(context, id)
  },
})
