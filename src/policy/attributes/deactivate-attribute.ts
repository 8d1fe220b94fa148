import { policyCommand } from '../changes/policy-command.ts'
import { answerAttribute } from './answer-attribute.ts'
import { changeAttributeState } from './attribute-states.ts'
import { DescribedAttribute } from './schema.ts'

/** No person qualifies for it until it is active again, and `org` does not show it. */
export const deactivateAttribute = policyCommand({
  op: 'deactivate_attribute',
  id: 'deactivateAttribute',
  method: 'POST',
  url: '/directory/attributes/:attribute/deactivate',
  summary: 'Deactivate an attribute',
  description:
    'No one qualifies for it any more. 409 with a plan while a rule in force names it, and where more people would move than a limit ' +
    'allows: then a holder of `policy.change.approve` applies the plan. 422 when it is deactivated already.',
  needs: { permission: 'directory.attribute.manage' },
  reads: 'directory.attribute.view',
  params: { attribute: 'attribute' },
  body: null,
  movesPeople: true,
  response: DescribedAttribute,
  answer: answerAttribute,
  run: (work, { attribute_id }) => changeAttributeState(work, attribute_id, 'deactivated'),
})
