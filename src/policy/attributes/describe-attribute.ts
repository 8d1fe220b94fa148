import { readRoute } from '../../http/route/route.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

export const describeAttribute = readRoute({
  id: 'describeAttribute',
  url: '/directory/attributes/:attribute',
  summary: 'Describe an attribute',
  description:
    'One value of a dimension, with how many people qualify for it and how many rules decide that.',
  access: 'directory.attribute.view',
  params: { attribute: 'attribute' },
  response: DescribedAttribute,
  handler: (context) => answerAttribute(context, context.params.attribute),
})
