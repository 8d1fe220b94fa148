import { Type } from 'typebox'
import { record } from '../../audit/record.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { deactivateWaiting, releaseQuarantine } from '../../directory/identities/quarantine.ts'
import { noSuch, unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Id, Shape } from '../../http/schema.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import type { OperationContext } from '../../policy/operations/kind.ts'
import { atOnceOrByJob } from '../../policy/at-once-or-by-job.ts'
import { policyContext } from '../../policy/operations/policy-context.ts'
import { longWork } from '../../policy/plans/long-work.ts'
import { DescribedPlan } from '../../policy/plans/schema.ts'
import { answerIntegration } from './described-integration.ts'
import type { Integration } from './queries.ts'
import { DescribedIntegration } from './schema.ts'

export const releaseIntegration = writeRoute({
  id: 'releaseIntegration',
  method: 'POST',
  url: '/workspace/integrations/:integration/release',
  tag: 'workspace',
  summary: 'Release an integration from quarantine',
  description:
    'Believes it again: the identities that waited are deactivated, and the rulesets that read it follow their conditions ' +
    'again, within their limits. What moves very many people is done by a job: 202. 422 `errors.state` where it is ' +
    'not quarantined. Needs `policy.change.approve` as well.',
  access: 'workspace.integration.manage',
  params: { integration: 'integration' },
  query: Empty,
  body: null,
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedIntegration,
  handler: async (context) => {
    const id = context.params.integration
    const operation = () => ({ op, integration_id: encodeId('integration', id) })
    await atOnceOrByJob(context, operation, (watched) => release({ ...context, ...watched }, id))
    return answerIntegration(context, id)
  },
})

const op = 'release_integration'

/** A release that moves too much for its request. */
export const releaseLater = longWork({
  op,
  right: 'workspace.integration.manage',
  schema: Shape({ op: Type.Literal(op), integration_id: Id('integration') }),
  run: async (context, { integration_id }) => {
    const id = decodeId('integration', integration_id) ?? ''
    await release(context, id)
    return id
  },
})

async function release(context: OperationContext, id: string): Promise<void> {
  await changePolicy(policyContext(context), async () => {
    await believe(context, id)
    return { value: undefined, reach: 'all' }
  })
}

async function believe(context: OperationContext, id: string): Promise<void> {
  const { tx } = context
  const integration = await tx
    .selectFrom('integration')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (integration === undefined) throw noSuch('integration', id)
  await context.ask('workspace.integration.manage')
  await context.ask('policy.change.approve')
  if (!(await releaseQuarantine(tx, id))) throw unprocessable({ state: ['is not quarantined'] })
  context.requireVersion?.(integration.version)
  const { actor } = context
  await record(tx, actor, [
    {
      event: 'workspace.integration.release',
      record: { kind: 'integration', id },
      changes: { quarantined: { old: true, new: false } },
    },
  ])
  await deactivateWaiting({ tx, actor, integration: factsOf(integration) })
}

/** No account is read, so that only whose they are counts. */
function factsOf({ id, handle, is_primary, trusts_email }: Integration) {
  return {
    id,
    handle,
    isPrimary: is_primary,
    trustsEmail: trusts_email,
    tellsNewAccounts: true,
    employeeIdProfileKey: null,
    managerProfileKey: null,
    managerProfileHolds: 'vendor_id' as const,
    parentProfileKey: null,
  }
}
