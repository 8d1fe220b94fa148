import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Id, Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import {
  createAttribute as operation,
  newAttributeProperties,
} from '../../policy/attributes/create-attribute.ts'
import { perform } from '../../policy/plans/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

export const createAttribute = writeRoute({
  id: 'createAttribute',
  method: 'POST',
  url: '/directory/attributes',
  tag: 'directory',
  summary: 'Make an attribute',
  description:
    'A value of a dimension, with its managed ruleset. Where the dimension makes attributes of values it gets the rule that ' +
    'such ones have, before anybody holds the value (needs `directory.identity.profile.view` too); else its rules are yours ' +
    'to write. Two spellings of one value are one attribute: 422 `errors.profile_value`.',
  access: 'directory.attribute.manage',
  cost: policyChangeCost,
  params: {},
  query: Empty,
  body: Shape({ dimension_id: Id('dimension'), ...newAttributeProperties }),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 201,
  response: DescribedAttribute,
  handler: async (context) => {
    const id = await perform(context, operation, context.body())
    if (id instanceof Restart) return id
    context.location(
      `${baseUrl(context.services)}/directory/attributes/${encodeId('attribute', id)}`,
    )
    return answerAttribute(context, id)
  },
})
