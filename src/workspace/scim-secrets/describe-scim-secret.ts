import { readRoute } from '../../http/route/route.ts'
import { requireIntegration } from '../integrations/queries.ts'
import { requireScimSecret, secretVersion } from './queries.ts'
import { presentScimSecret, ScimSecret } from './schema.ts'

export const describeScimSecret = readRoute({
  id: 'describeScimSecret',
  url: '/workspace/integrations/:integration/scim-secrets/:secret',
  summary: 'Describe a SCIM secret',
  description:
    'Never shows the secret itself. Also describes a secret that has expired or was revoked.',
  access: 'workspace.integration.view',
  params: { integration: 'integration', secret: 'scimSecret' },
  response: ScimSecret,
  handler: async (context) => {
    const { db, params } = context
    await requireIntegration(db, params.integration)
    const found = await requireScimSecret(db, params)
    const secret = presentScimSecret(found, context)
    const used = found.last_used_at?.getTime() ?? 0
    context.etag(secretVersion(found), `${secret.state}${used}`)
    return secret
  },
})
