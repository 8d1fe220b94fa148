import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { selectTokens, tokenIdColumn, tokenSorts } from '../tokens/queries.ts'
import { presentToken, Token, tokenStates } from '../tokens/schema.ts'
import { readService } from './visible-service.ts'

const query = listQuery({ state: anyOfFilter(tokenStates) }, tokenSorts)

export const listServiceTokens = readRoute({
  id: 'listServiceTokens',
  method: 'GET',
  url: '/workspace/services/:service/tokens',
  tag: 'workspace',
  summary: 'List the tokens of a service',
  description:
    'Without their secrets, by name unless sorted otherwise. Needs the role admin or token on the service, or ' +
    '`workspace.service.token.view`.',
  access: { row: 'workspace.service.token.view' },
  params: { service: 'service' },
  query,
  status: 200,
  response: ListOf(Token),
  handler: async (context) => {
    const { id } = await readService(
      context,
      context.params.service,
      'workspace.service.token.view',
    )
    const states = anyOf(context.query['filter[state]'])
    return listPage(
      context,
      selectTokens(context.db, { kind: 'service', id }, states, context.now),
      {
        sorts: tokenSorts,
        defaultSort: 'name',
        id: tokenIdColumn,
        present: (row) => presentToken(row, context),
      },
    )
  },
})
