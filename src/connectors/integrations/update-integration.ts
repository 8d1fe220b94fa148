import { Type } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { policyChangeCost } from '../../http/limits/request-cost.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import { changeOrPlan, PlanOnly, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'
import { answerIntegration } from '../../workspace/integrations/described-integration.ts'
import { requireIntegration } from '../../workspace/integrations/queries.ts'
import { DescribedIntegration } from '../../workspace/integrations/schema.ts'
import { changeSource } from './change-integration.ts'
import { changeConnection } from './change-connection.ts'
import {
  IntegrationChange,
  partsOf,
  wholeIntegration,
  type ConnectionChange,
} from './integration-input.ts'

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
  summary: 'Change an integration',
  description:
    'Its name, the keys of its profiles and what they hold, whether its addresses are trusted, and how its records are read. A key holds at once: numbers, managers, main accounts, ' +
    'attributes and manifests follow from the accounts as they are known, and orphans are matched where addresses become trusted; the `mapping` is used by the next run. ' +
    'A key of `policy_keys` that a rule or a dimension reads stays. Null takes a key away: managers and main accounts that it gave stay. ' +
    '`connection` says how a source that Muster reads is reached, by the settings of its type, `credentials` are stored encrypted and never shown, `sync_every_seconds` and `full_sync_every_seconds` say how often it is read. ' +
    'If the address, its encryption or the bind DN changes, the credentials are sent again. They belong in no plan, so beside what moves people beyond a limit they are refused. ' +
    'With `plan`, nothing is changed: 202 with a plan of it. ' +
    'Limits of its own take the place of those of the workspace, and null goes back to these; people that an incident holds stay held. To raise a limit needs `policy.change.approve` as well.',
  access: { locked: 'workspace.integration.manage' },
  cost: policyChangeCost,
  params: { integration: 'integration' },
  body: Shape(
    {
      ...wholeIntegration,
      is_primary: Type.Optional(
        Type.Boolean({ description: 'As it is: `…/make-primary` changes it' }),
      ),
      plan: PlanOnly,
    },
    { examples: [{ badge_id_profile_key: 'badgeNumber', account_limit_percent: 10 }] },
  ),
  isVersioned: true,
  movesPeople: true,
  response: DescribedIntegration,
  handler: async (context) => {
    const { integration } = context.params
    await requireIntegration(context.db, integration)
    await context.ask('workspace.integration.manage')
    const { plan, is_primary: isPrimary, ...wanted } = context.body()
    if (isPrimary !== undefined) await refuseOtherPrimary(context.tx, integration, isPrimary)
    const { connection, settings } = partsOf(wanted)
    if (plan === true && connection !== undefined) throw inNoPlan(connection)
    if (plan === true && settings === undefined)
      throw unprocessable({ plan: ['needs a change beside it, such as a name'] })
    return changeOrPlan({
      isPlanOnly: plan,
      operation: { op, integration_id: encodeId('integration', integration), ...settings },
      change: () => changeWhole(context, integration, partsOf(wanted)),
      answer: () => answerIntegration(context, integration),
    })
  },
})

/** Both parts, or nothing. */
async function changeWhole(
  context: WriteContext,
  id: string,
  { settings, connection }: ReturnType<typeof partsOf>,
): Promise<unknown> {
  if (connection === undefined) return changeSource(context, id, () => settings ?? {})
  if (settings === undefined) return changeConnection(context, id, connection)
  const done = await changeSource(context, id, () => settings)
  if (done instanceof Stopped) throw inNoPlan(connection)
  const { tx, actor, now, services, ask } = context
  return changeConnection({ tx, actor, now, services, ask }, id, connection)
}

/** A change beyond a limit is kept as a plan, and credentials don't belong there. */
function inNoPlan(connection: ConnectionChange) {
  return unprocessable(
    Object.fromEntries(
      Object.keys(connection).map((key) => [
        key,
        ['is part of no plan, because it moves nobody: send it in a request of its own'],
      ]),
    ),
  )
}

async function refuseOtherPrimary(tx: Transaction, id: string, wanted: boolean): Promise<void> {
  const { is_primary: isPrimary } = await tx
    .selectFrom('integration')
    .select('is_primary')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (isPrimary === wanted) return
  throw unprocessable({
    is_primary: [
      wanted
        ? 'is set by POST …/make-primary, which can plan it as well'
        : 'ends when another integration becomes the primary: POST …/make-primary there',
    ],
  })
}
