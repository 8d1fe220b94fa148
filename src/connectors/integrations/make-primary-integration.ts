import { Type } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/limits/request-cost.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import { changeOrPlan, PlanOnly, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'
import { answerIntegration } from '../../workspace/integrations/described-integration.ts'
import { requireIntegration } from '../../workspace/integrations/queries.ts'
import { DescribedIntegration } from '../../workspace/integrations/schema.ts'
import { governBy } from './govern-by.ts'

const op = 'make_primary_integration'

/** The change as the operation of a plan. */
export const makePrimaryLater = storedChange({
  op,
  right: 'workspace.integration.manage',
  schema: Shape({ op: Type.Literal(op), integration_id: Id('integration') }),
  run: (context, { integration_id }) =>
    governBy(context, decodeId('integration', integration_id) ?? '', () => undefined),
})

export const makePrimaryIntegration = stoppableRoute({
  id: 'makePrimaryIntegration',
  method: 'POST',
  url: '/workspace/integrations/:integration/make-primary',
  summary: 'Make an integration the primary',
  description:
    'Its accounts govern people from now on, in place of those of the integration that is primary now. Names, addresses, usernames, states, numbers and managers of people follow their accounts there; ' +
    'people without one there stay as they are, and may be changed by hand. Its accounts that belong to no one are matched by address, or become people. Dimensions stay with their integration; ' +
    'rules that name no integration read the new one, so its `policy_keys` must list what they read. It is refused while an incident of either one is open. With `plan`, nothing is changed: 202 with a plan of it.',
  access: { locked: 'workspace.integration.manage' },
  cost: policyChangeCost,
  params: { integration: 'integration' },
  body: Shape({ plan: PlanOnly }),
  isVersioned: true,
  movesPeople: true,
  response: DescribedIntegration,
  handler: async (context) => {
    const { integration } = context.params
    await requireIntegration(context.tx, integration)
    await context.ask('workspace.integration.manage')
    return changeOrPlan({
      isPlanOnly: context.body().plan,
      operation: { op, integration_id: encodeId('integration', integration) },
      change: () => governBy(context, integration, () => undefined),
      answer: () => answerIntegration(context, integration),
    })
  },
})
