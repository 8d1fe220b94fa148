import { ListOf } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { Token } from '../tokens/schema.ts'
import { tokenListQuery, tokenPage } from '../tokens/token-page.ts'
import { readService } from './visible-service.ts'

export const listServiceTokens = readRoute({
  id: 'listServiceTokens',
  url: '/workspace/services/:service/tokens',
  summary: 'List the tokens of a service',
  description:
    'Without their secrets, by name unless sorted otherwise. Needs the role admin or token on the service, or ' +
    '`workspace.service.token.view`.',
  access: { row: 'workspace.service.token.view' },
  params: { service: 'service' },
  query: tokenListQuery,
  response: ListOf(Token),
  handler: async (context) => {
    const { id } = await readService(
      context,
      context.params.service,
      'workspace.service.token.view',
    )
    return tokenPage(context, { kind: 'service', id })
  },
})
