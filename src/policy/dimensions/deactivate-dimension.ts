import { policyCommand } from '../changes/policy-command.ts'
import { answerDimension } from './answer-dimension.ts'
import { changeDimensionState, dimensionFor } from './dimension-states.ts'
import { DescribedDimension } from './schema.ts'

/** No person qualifies for its attributes until it is active again, and `org` does not show it. */
export const deactivateDimension = policyCommand({
  op: 'deactivate_dimension',
  id: 'deactivateDimension',
  method: 'POST',
  url: '/directory/dimensions/:dimension/deactivate',
  summary: 'Deactivate a dimension',
  description:
    'No one qualifies for its attributes any more. 409 with a plan while a rule in force names one of them, and where more people would ' +
    'move than a limit allows: then a holder of `policy.change.approve` applies the plan. 422 when it is deactivated already.',
  needs: { permission: 'directory.dimension.manage' },
  reads: 'directory.dimension.view',
  params: { dimension: 'dimension' },
  body: null,
  movesPeople: true,
  response: DescribedDimension,
  answer: answerDimension,
  run: async (work, { dimension_id }) =>
    changeDimensionState(work, await dimensionFor(work, dimension_id), 'deactivated'),
})
