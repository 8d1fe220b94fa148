import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { activateDimension as operation } from '../../policy/dimensions/operations/dimension-states.ts'
import { perform } from '../../policy/plans/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

export const activateDimension = writeRoute({
  id: 'activateDimension',
  method: 'POST',
  url: '/directory/dimensions/:dimension/activate',
  tag: 'directory',
  summary: 'Activate a dimension',
  description:
    'Its attributes are in force again, values that came meanwhile become attributes, and manifests follow before the answer. ' +
    'Needs `directory.identity.profile.view` too, and the key among the policy_keys, as making it does. 422 when it is active already.',
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
