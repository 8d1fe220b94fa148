import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { ownerOf } from './own-tokens.ts'
import { selectTokens, tokenIdColumn, tokenSorts } from './queries.ts'
import { presentToken, Token, tokenStates } from './schema.ts'

const query = listQuery({ state: anyOfFilter(tokenStates) }, tokenSorts)

export const listTokens = readRoute({
  id: 'listTokens',
  method: 'GET',
  url: '/workspace/tokens',
  tag: 'workspace',
  summary: 'List your tokens',
  description: 'The tokens of the caller, without their secrets, by name unless sorted otherwise.',
  access: { own: 'workspace.token.view' },
  params: {},
  query,
  status: 200,
  response: ListOf(Token),
  handler: async (context) => {
    await context.ask('workspace.token.view', { own: true })
    const states = anyOf(context.query['filter[state]'])
    return listPage(
      context,
      selectTokens(context.db, ownerOf(context.caller), states, context.now),
      {
        sorts: tokenSorts,
        defaultSort: 'name',
        id: tokenIdColumn,
        present: (row) => presentToken(row, context),
      },
    )
  },
})
