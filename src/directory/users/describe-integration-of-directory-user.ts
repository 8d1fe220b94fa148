import { encodeId } from '../../contract/ids.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { requireKnown } from '../require-known.ts'
import { IntegrationRef } from './schema.ts'

export const describeIntegrationOfDirectoryUser = readRoute({
  id: 'describeIntegrationOfDirectoryUser',
  url: '/directory/users/:user/integration',
  summary: 'Describe the integration that governs a directory user',
  description: 'The primary integration; 404 where this person has no identity there.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  response: IntegrationRef,
  handler: async ({ db, params, etag }) => {
    await requireKnown(db, 'directoryUser', params.user)
    const found = await db
      .selectFrom('directory_user as u')
      .innerJoin('identity as i', 'i.id', 'u.primary_identity_id')
      .innerJoin('integration as g', 'g.id', 'i.integration_id')
      .select(['g.id', 'g.vendor', 'g.is_primary', 'g.version'])
      .where('u.id', '=', params.user)
      .executeTakeFirst()
    if (found === undefined)
      throw new Problem(
        404,
        `The directory user ${encodeId('directoryUser', params.user)} has no identity in the primary integration.`,
      )
    etag(found.version, found.id)
    return { ...found, id: encodeId('integration', found.id) }
  },
})
