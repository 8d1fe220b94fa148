import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import {
  createDimension as operation,
  newDimensionProperties,
} from '../../policy/dimensions/operations/create-dimension.ts'
import { perform } from '../../policy/plans/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

export const createDimension = writeRoute({
  id: 'createDimension',
  method: 'POST',
  url: '/directory/dimensions',
  tag: 'directory',
  summary: 'Govern by a profile key',
  description:
    'A dimension of an integration, by default the primary one, on one of its policy_keys. With `attributes_enabled` every ' +
    'value that identities hold becomes an attribute with its ruleset; values beyond 2,000 become none, and `surplus_values` ' +
    'counts them. Needs `directory.identity.profile.view` too: attributes show what profiles hold.',
  access: 'directory.dimension.manage',
  cost: policyChangeCost,
  params: {},
  query: Empty,
  body: Shape(newDimensionProperties),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 201,
  response: DescribedDimension,
  handler: async (context) => {
    const id = await perform(context, operation, context.body())
    if (id instanceof Restart) return id
    context.location(
      `${baseUrl(context.services)}/directory/dimensions/${encodeId('dimension', id)}`,
    )
    return answerDimension(context, id)
  },
})
