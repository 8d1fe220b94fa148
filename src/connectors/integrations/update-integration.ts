import { Type } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { unprocessable } from '../../http/problem.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Empty, Id, Shape } from '../../http/schema.ts'
import { changeOrPlan, PlanOnly, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'
import { answerIntegration } from '../../workspace/integrations/described-integration.ts'
import { requireIntegration } from '../../workspace/integrations/queries.ts'
import { DescribedIntegration } from '../../workspace/integrations/schema.ts'
import { changeSource } from './change-integration.ts'
import { changeConnection } from './change-connection.ts'
import { connectionIn, IntegrationChange, IntegrationPatch } from './integration-input.ts'

const op = 'change_integration'

/** The change as the operation of a plan. */
export const updateIntegrationLater = storedChange({
  op,
  right: 'workspace.integration.manage',
  schema: Shape({
    op: Type.Literal(op),
    integration_id: Id('integration'),
    ...IntegrationChange.properties,
  }),
  run: (context, { op: _op, integration_id, ...wanted }) =>
    changeSource(context, decodeId('integration', integration_id) ?? '', () => wanted),
})

export const updateIntegration = stoppableRoute({
  id: 'updateIntegration',
  method: 'PATCH',
  url: '/workspace/integrations/:integration',
  tag: 'workspace',
  summary: 'Change an integration',
  description:
    'Its name, the keys of its profiles and what they hold, whether its addresses are trusted, and how its records are read. A key holds at once: numbers, managers, main accounts, ' +
    'attributes and manifests follow from the accounts as they are known, and orphans are matched where addresses become trusted; the `mapping` is used by the next import. ' +
    'A key of `policy_keys` that a rule or a dimension reads stays. Null takes a key away: managers and main accounts that it gave stay. ' +
    '`connection` says how a source that Muster reads is reached, by the settings of its type, `credentials` are stored encrypted and never shown, `sync_every_seconds` and `full_sync_every_seconds` say how often it is read. ' +
    'These four are changed by a request of their own. If the address, its encryption or the bind DN changes, the credentials are sent again. ' +
    'With `plan`, nothing is changed: 202 with a plan of it. ' +
    'Limits of its own take the place of those of the workspace, and null goes back to these; people that an incident holds stay held. To raise a limit needs `policy.change.approve` as well.',
  access: { locked: 'workspace.integration.manage' },
  cost: policyChangeCost,
  params: { integration: 'integration' },
  query: Empty,
  body: Shape({ ...IntegrationPatch.properties, plan: PlanOnly }),
  isVersioned: true,
  movesPeople: true,
  status: 200,
  response: DescribedIntegration,
  handler: async (context) => {
    const { integration } = context.params
    await requireIntegration(context.db, integration)
    await context.ask('workspace.integration.manage')
    const { plan, ...wanted } = context.body()
    const connection = connectionIn(wanted)
    if (connection !== undefined) {
      if (plan === true)
        throw unprocessable({ plan: ['is not for a change of the connection: it moves nobody'] })
      await changeConnection(context, integration, connection)
      return answerIntegration(context, integration)
    }
    return changeOrPlan({
      isPlanOnly: plan,
      operation: { op, integration_id: encodeId('integration', integration), ...wanted },
      change: () => changeSource(context, integration, () => wanted),
      answer: () => answerIntegration(context, integration),
    })
  },
})
