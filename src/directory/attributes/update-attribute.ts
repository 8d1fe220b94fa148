import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import {
  attributeChangeProperties,
  changeAttribute,
} from '../../policy/attributes/change-attribute.ts'
import { perform } from '../../policy/plans/perform.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

export const updateAttribute = writeRoute({
  id: 'updateAttribute',
  method: 'PATCH',
  url: '/directory/attributes/:attribute',
  tag: 'directory',
  summary: 'Rename an attribute',
  description:
    'Another `profile_value` lets the imported rule ask for it from now on, so that rules which name the attribute need no ' +
    'change; a name that was the value follows. The value of another attribute lets this one absorb it, which takes a plan: 409. Needs `directory.identity.profile.view` too where there is such a rule.',
  access: 'directory.attribute.manage',
  cost: policyChangeCost,
  params: { attribute: 'attribute' },
  query: Empty,
  body: Shape(attributeChangeProperties),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedAttribute,
  handler: async (context) => {
    const id = context.params.attribute
    await answerAttribute(context, id)
    const body = context.body()
    const attribute_id = encodeId('attribute', id)
    const done = await perform(context, changeAttribute, { attribute_id, ...body })
    if (done instanceof Restart) return done
    return answerAttribute(context, id)
  },
})
