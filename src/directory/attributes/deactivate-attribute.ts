import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { deactivateAttribute as operation } from '../../policy/attributes/attribute-states.ts'
import { perform } from '../../policy/plans/perform.ts'
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
    'No one qualifies for it any more. 409 with a plan while a rule in force names it, and where more people would move than a limit ' +
    'allows: then a holder of `policy.change.approve` applies the plan. 422 when it is deactivated already.',
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
