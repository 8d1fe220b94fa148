import { Type } from 'typebox'
import { changesBetween, record } from '../../audit/record.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { noSuch } from '../../http/problem.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import {
  isHigher,
  ownSourceLimitSchemas,
  sourceLimitNames,
  withGiven,
} from '../../policy/limits/limit-values.ts'
import { findSettings } from '../../policy/limits/stored-settings.ts'
import { answerIntegration } from './described-integration.ts'
import { lockSourceLimits, updateSourceLimits } from './queries.ts'
import { DescribedIntegration } from './schema.ts'

const Changes = Shape(Type.Partial(Type.Object(ownSourceLimitSchemas)).properties)

export const updateIntegration = writeRoute({
  id: 'updateIntegration',
  method: 'PATCH',
  url: '/workspace/integrations/:integration',
  tag: 'workspace',
  summary: 'Change the limits of an integration',
  description:
    'Limits of its own, in place of those of the workspace; null goes back to these. They hold from now on, and people that an ' +
    'incident holds stay held. To raise a limit needs `policy.change.approve` as well.',
  access: { locked: 'workspace.integration.manage' },
  cost: policyChangeCost,
  params: { integration: 'integration' },
  query: Empty,
  body: Changes,
  isVersioned: true,
  status: 200,
  response: DescribedIntegration,
  handler: async (context) => {
    const { tx, actor, params } = context
    // A run that is being judged uses the limits that were there when it began.
    await lockPolicy(tx, 'exclusive')
    const stored = await lockSourceLimits(tx, params.integration)
    if (stored === undefined) throw noSuch('integration', params.integration)
    await context.ask('workspace.integration.manage')
    const { version, ...before } = stored
    const after = withGiven(sourceLimitNames, before, context.body())
    const { values: workspace } = await findSettings(tx)
    if (isHigher(sourceLimitNames, [before, after], workspace))
      await context.ask('policy.change.approve')
    context.requireVersion(version)
    const changes = changesBetween(before, after)
    if (Object.keys(changes).length > 0) {
      await updateSourceLimits(tx, params.integration, after)
      const position = { kind: 'integration', id: params.integration } as const
      await record(tx, actor, [
        { event: 'workspace.integration.update', record: position, changes },
      ])
    }
    return answerIntegration(context, params.integration)
  },
})
