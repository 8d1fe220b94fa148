import { policyCommand } from '../changes/policy-command.ts'
import { answerAttribute } from './answer-attribute.ts'
import { changeAttributeState } from './attribute-states.ts'
import { DescribedAttribute } from './schema.ts'

export const activateAttribute = policyCommand({
  op: 'activate_attribute',
  id: 'activateAttribute',
  method: 'POST',
  url: '/directory/attributes/:attribute/activate',
  summary: 'Activate an attribute',
  description:
    'It is in force again, and manifests follow before the answer. 422 when it is active already.',
  needs: { permission: 'directory.attribute.manage' },
  reads: 'directory.attribute.view',
  params: { attribute: 'attribute' },
  body: null,
  movesPeople: true,
  response: DescribedAttribute,
  answer: answerAttribute,
  run: (work, { attribute_id }) => changeAttributeState(work, attribute_id, 'active'),
})
