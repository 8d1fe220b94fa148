import { profileValuePermission } from '../../contract/permissions.ts'
import { Type } from 'typebox'
import { unprocessable } from '../../http/refusals/problem.ts'
import { Id, Name, Nullable, Text } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { makeAttributes } from '../attributes/make-attributes.ts'
import { selectReadableIntegrations } from '../conditions/policy-keys.ts'
import { insertDimensions } from './write-dimensions.ts'
import { Days } from '../stored-rules/grace.ts'
import { namedId, type OperationCall } from '../changes/operation-kind.ts'
import { requireReadable } from '../conditions/require-readable.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

/** The fields of a dimension that can change. */
export const dimensionProperties = {
  name: Name(200, ['Department']),
  attributes_enabled: Type.Optional(
    Type.Boolean({ description: 'Every value that identities hold becomes an attribute' }),
  ),
  expires_after_days: Type.Optional(Nullable(Days)),
}
export const createDimension = policyCommand({
  op: 'create_dimension',
  id: 'createDimension',
  method: 'POST',
  url: '/directory/dimensions',
  summary: 'Govern by a profile key',
  description:
    'A dimension of an integration, by default the primary one, on one of its policy_keys. With `attributes_enabled` every ' +
    'value that identities hold becomes an attribute with its ruleset; values beyond 2,000 become none, and `surplus_values` ' +
    'counts them. Needs `directory.identity.profile.view` too: attributes show what profiles hold.',
  needs: { permission: 'directory.dimension.manage' },
  reads: 'directory.dimension.view',
  params: {},
  body: {
    handle: Type.String({
      pattern: '^[a-z0-9][a-z0-9_]{0,62}$',
      description: 'The key of its values in a person’s `org`. It stays',
      examples: ['cost_center'],
    }),
    integration_id: Type.Optional(Id('integration')),
    profile_key: Text(200, { minLength: 1, examples: ['costCenter'] }),
    ...dimensionProperties,
  },
  creates: true,
  movesPeople: true,
  response: DescribedDimension,
  answer: answerDimension,
  run: async (work, operation) => {
    const { tx, now, context } = work
    const { actor } = context
    await context.ask('directory.dimension.manage')
    await context.ask(profileValuePermission)
    const dimension = {
      handle: operation.handle,
      name: operation.name,
      integrationId: await sourceOf(work, operation),
      profileKey: operation.profile_key,
      attributesEnabled: operation.attributes_enabled ?? false,
      expiresAfterDays: operation.expires_after_days ?? null,
    }
    await requireReadable(work, dimension)
    const [id = ''] = await refuseTaken(insertDimensions(tx, actor, [dimension]), {
      dimension_handle_key: { handle: ['is the handle of another dimension'] },
    })
    const { rulesetIds } = await makeAttributes(tx, { now, actor, dimensionIds: [id] })
    return { record: { kind: 'dimension', id }, reach: rulesetIds.length > 0 ? 'all' : 'nothing' }
  },
})

/** The integration that is read, by default the primary one. */
async function sourceOf(
  work: OperationCall,
  { integration_id }: { integration_id?: string },
): Promise<string> {
  const wanted =
    integration_id === undefined
      ? undefined
      : namedId(work, 'integration', 'integration_id', integration_id)
  const integrations = await selectReadableIntegrations(work.tx)
  const found = integrations.find(({ id, isPrimary }) =>
    wanted === undefined ? isPrimary : id === wanted,
  )
  if (found === undefined) {
    const why =
      wanted === undefined ? 'is required: no integration is primary' : 'names no integration'
    throw unprocessable({ integration_id: [why] })
  }
  return found.id
}
