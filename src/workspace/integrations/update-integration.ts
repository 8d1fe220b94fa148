import { Type, type Static } from 'typebox'
import { changesBetween, record } from '../../audit/record.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { noSuch } from '../../http/problem.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import {
  ownSourceLimitSchemas,
  sourceLimitNames,
  type SourceLimits,
} from '../../policy/limits/limit-values.ts'
import { findSettings } from '../../policy/settings/stored-settings.ts'
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
    'Limits of its own, in place of those of the workspace; null goes back to these. They hold from now on, and people whom an ' +
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
    const after = withSourceLimits(before, context.body())
    const { values: workspace } = await findSettings(tx)
    if (isLooser(before, after, workspace)) await context.ask('policy.change.approve')
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

function withSourceLimits(before: SourceLimits, given: Static<typeof Changes>): SourceLimits {
  const {
    account_limit_percent = before.account_limit_percent,
    account_limit_people = before.account_limit_people,
    overall_limit_percent = before.overall_limit_percent,
    overall_limit_people = before.overall_limit_people,
  } = given
  return {
    account_limit_percent,
    account_limit_people,
    overall_limit_percent,
    overall_limit_people,
  }
}

/** Whether the source may move more than before without anyone's approval. */
function isLooser(
  before: SourceLimits,
  after: SourceLimits,
  workspace: Readonly<Record<keyof SourceLimits, number>>,
): boolean {
  return sourceLimitNames.some(
    (name) => (after[name] ?? workspace[name]) > (before[name] ?? workspace[name]),
  )
}
