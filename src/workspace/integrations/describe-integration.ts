import { noSuch } from '../../http/problem.ts'
import { readRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { describedIntegrations, presentIntegration } from './described-integration.ts'
import { DescribedIntegration } from './schema.ts'

export const describeIntegration = readRoute({
  id: 'describeIntegration',
  method: 'GET',
  url: '/workspace/integrations/:integration',
  tag: 'workspace',
  summary: 'Describe an integration',
  description: 'One connected vendor, with the mapping by which its records are read.',
  access: 'workspace.integration.view',
  params: { integration: 'integration' },
  query: Empty,
  status: 200,
  response: DescribedIntegration,
  handler: async ({ db, params, services, etag }) => {
    const found = await describedIntegrations(db)
      .where('g.id', '=', params.integration)
      .executeTakeFirst()
    if (found === undefined) throw noSuch('integration', params.integration)
    etag(found.version)
    return presentIntegration(found, baseUrl(services))
  },
})
