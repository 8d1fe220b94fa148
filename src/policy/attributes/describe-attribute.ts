import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

export const describeAttribute = readRoute({
  id: 'describeAttribute',
  method: 'GET',
  url: '/directory/attributes/:attribute',
  tag: 'directory',
  summary: 'Describe an attribute',
  description:
    'One value of a dimension, with how many people qualify for it and how many rules decide that.',
  access: 'directory.attribute.view',
  params: { attribute: 'attribute' },
  query: Empty,
  status: 200,
  response: DescribedAttribute,
  handler: (context) => answerAttribute(context, context.params.attribute),
})
