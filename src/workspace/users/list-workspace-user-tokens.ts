import { ListOf } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { Token } from '../tokens/schema.ts'
import { tokenListQuery, tokenPage } from '../tokens/token-page.ts'
import { requireManagedUser } from './protected-user.ts'

export const listWorkspaceUserTokens = readRoute({
  id: 'listWorkspaceUserTokens',
  url: '/workspace/users/:user/tokens',
  summary: 'List a person’s tokens',
  description:
    'Without their secrets, by name unless sorted otherwise; `issued_by` says who made each. Needs every permission that the ' +
    'person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: tokenListQuery,
  response: ListOf(Token),
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    return tokenPage(context, { kind: 'workspaceUser', id })
  },
})
