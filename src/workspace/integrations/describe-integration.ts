import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { answerIntegration } from './described-integration.ts'
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
  handler: (context) => answerIntegration(context, context.params.integration),
})
