import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

export const describeDimension = readRoute({
  id: 'describeDimension',
  method: 'GET',
  url: '/directory/dimensions/:dimension',
  tag: 'directory',
  summary: 'Describe a dimension',
  description:
    'One profile key of an integration that the organisation governs by, with how many attributes it has.',
  access: 'directory.dimension.view',
  params: { dimension: 'dimension' },
  query: Empty,
  status: 200,
  response: DescribedDimension,
  handler: (context) => answerDimension(context, context.params.dimension),
})
