import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { activateAttribute as operation } from '../../policy/attributes/attribute-states.ts'
import { perform } from '../../policy/plans/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

export const activateAttribute = writeRoute({
  id: 'activateAttribute',
  method: 'POST',
  url: '/directory/attributes/:attribute/activate',
  tag: 'directory',
  summary: 'Activate an attribute',
  description:
    'It is in force again, and manifests follow before the answer. 422 when it is active already.',
  access: 'directory.attribute.manage',
  cost: policyChangeCost,
  params: { attribute: 'attribute' },
  query: Empty,
  body: null,
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedAttribute,
  handler: async (context) => {
    const id = context.params.attribute
    const attribute_id = encodeId('attribute', id)
    const done = await perform(context, operation, { attribute_id })
    if (done instanceof Restart) return done
    return answerAttribute(context, id)
  },
})
