import { readRoute } from '../../http/route/route.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

export const describeDimension = readRoute({
  id: 'describeDimension',
  url: '/directory/dimensions/:dimension',
  summary: 'Describe a dimension',
  description:
    'One profile key of an integration that the organisation governs by, with how many attributes it has.',
  access: 'directory.dimension.view',
  params: { dimension: 'dimension' },
  response: DescribedDimension,
  handler: (context) => answerDimension(context, context.params.dimension),
})
