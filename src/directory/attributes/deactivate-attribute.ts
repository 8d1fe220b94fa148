import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { deactivateAttribute as operation } from '../../policy/attributes/operations/attribute-states.ts'
import { perform } from '../../policy/operations/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

export const deactivateAttribute = writeRoute({
  id: 'deactivateAttribute',
  method: 'POST',
  url: '/directory/attributes/:attribute/deactivate',
  tag: 'directory',
  summary: 'Deactivate an attribute',
  description:
    'Nobody qualifies for it any more. 409 while a rule in force names it: that takes a plan. ' +
    '403 where its own manifest would lose more than its limit, or is frozen: that takes a plan applied with `policy.change.approve`. 422 when it is deactivated already.',
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
    await perform(context, operation, { attribute_id })
    return answerAttribute(context, id)
  },
})
