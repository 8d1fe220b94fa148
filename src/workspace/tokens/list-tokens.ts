import { ListOf } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { ownerOf } from './own-tokens.ts'
import { Token } from './schema.ts'
import { tokenListQuery, tokenPage } from './token-page.ts'

export const listTokens = readRoute({
  id: 'listTokens',
  url: '/workspace/tokens',
  summary: 'List your tokens',
  description: 'The tokens of the caller, without their secrets, by name unless sorted otherwise.',
  access: { own: 'workspace.token.view' },
  query: tokenListQuery,
  response: ListOf(Token),
  handler: async (context) => {
    await context.ask('workspace.token.view', { own: true })
    return tokenPage(context, ownerOf(context.caller))
  },
})
