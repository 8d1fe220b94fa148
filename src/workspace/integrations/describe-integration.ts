import { readRoute } from '../../http/route/route.ts'
import { answerIntegration } from './described-integration.ts'
import { DescribedIntegration } from './schema.ts'

export const describeIntegration = readRoute({
  id: 'describeIntegration',
  url: '/workspace/integrations/:integration',
  summary: 'Describe an integration',
  description: 'One connected vendor, with the mapping by which its records are read.',
  access: 'workspace.integration.view',
  params: { integration: 'integration' },
  response: DescribedIntegration,
  handler: (context) => answerIntegration(context, context.params.integration),
})
