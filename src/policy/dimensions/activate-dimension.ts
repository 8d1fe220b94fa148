import { profileValuePermission } from '../../contract/permissions.ts'
import { makeAttributes } from '../attributes/make-attributes.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { requireReadable } from '../conditions/require-readable.ts'
import { answerDimension } from './answer-dimension.ts'
import { changeDimensionState, dimensionFor } from './dimension-states.ts'
import { DescribedDimension } from './schema.ts'

/**
 * Its attributes are in force again, and values that came meanwhile become attributes: it needs the same
 * permissions as creating it.
 */
export const activateDimension = policyCommand({
  op: 'activate_dimension',
  id: 'activateDimension',
  method: 'POST',
  url: '/directory/dimensions/:dimension/activate',
  summary: 'Activate a dimension',
  description:
    'Its attributes are in force again, values that came meanwhile become attributes, and manifests follow before the answer. ' +
    'Needs `directory.identity.profile.view` too, and the key among the policy_keys, as making it does. 422 when it is active already.',
  needs: { permission: 'directory.dimension.manage' },
  reads: 'directory.dimension.view',
  params: { dimension: 'dimension' },
  body: null,
  movesPeople: true,
  response: DescribedDimension,
  answer: answerDimension,
  run: async (work, { dimension_id }) => {
    // Before it is looked for: a refusal says nothing about whether it is there.
    await work.context.ask(profileValuePermission)
    const dimension = await dimensionFor(work, dimension_id)
    await requireReadable(work, dimension.values)
    const done = await changeDimensionState(work, dimension, 'active')
    const { tx, now, context } = work
    await makeAttributes(tx, { now, actor: context.actor, dimensionIds: [dimension.id] })
    return done
  },
})
