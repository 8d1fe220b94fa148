import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { selectTokens, tokenIdColumn, tokenSorts } from '../tokens/queries.ts'
import { presentToken, Token, tokenStates } from '../tokens/schema.ts'
import { requireManagedUser } from './protected-user.ts'

export const listWorkspaceUserTokens = readRoute({
  id: 'listWorkspaceUserTokens',
  method: 'GET',
  url: '/workspace/users/:user/tokens',
  tag: 'workspace',
  summary: 'List a person’s tokens',
  description:
    'Without their secrets, by name unless sorted otherwise; `issued_by` says who made each. Needs every permission that the ' +
    'person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: listQuery({ state: anyOfFilter(tokenStates) }, tokenSorts),
  status: 200,
  response: ListOf(Token),
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    const states = anyOf(context.query['filter[state]'])
    const tokens = selectTokens(context.db, { kind: 'workspaceUser', id }, states, context.now)
    return listPage(context, tokens, {
      sorts: tokenSorts,
      defaultSort: 'name',
      id: tokenIdColumn,
      present: (row) => presentToken(row, context),
    })
  },
})
