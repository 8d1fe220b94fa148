import { record } from '../../audit/record.ts'
import { deactivateWaiting, releaseQuarantine } from '../../directory/identities/quarantine.ts'
import { noSuch, unprocessable } from '../../http/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { policyCacheOf } from '../../policy/policy-cache-of.ts'
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
    'again, within their limits. 422 `errors.state` where it is not quarantined. Needs `policy.change.approve` as well.',
  access: 'workspace.integration.manage',
  params: { integration: 'integration' },
  query: Empty,
  body: null,
  isVersioned: true,
  status: 200,
  response: DescribedIntegration,
  handler: async (context) => {
    const { tx, actor, params, services } = context
    const policies = policyCacheOf(services.database)
    await changePolicy({ tx, actor, policies }, async () => {
      await release(context, params.integration)
      return { value: undefined, reach: 'all' }
    })
    return answerIntegration(context, params.integration)
  },
})

async function release(context: WriteContext, id: string): Promise<void> {
  const { tx } = context
  const integration = await tx
    .selectFrom('integration')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (integration === undefined) throw noSuch('integration', id)
  await context.ask('policy.change.approve')
  if (!(await releaseQuarantine(tx, id))) throw unprocessable({ state: ['is not quarantined'] })
  context.requireVersion(integration.version)
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
