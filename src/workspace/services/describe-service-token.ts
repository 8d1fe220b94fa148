import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { answerToken } from '../tokens/answer-token.ts'
import { findToken } from '../tokens/queries.ts'
import { Token } from '../tokens/schema.ts'
import { readService } from './visible-service.ts'

export const describeServiceToken = readRoute({
  id: 'describeServiceToken',
  url: '/workspace/services/:service/tokens/:token',
  summary: 'Describe a token of a service',
  description:
    'One token, without its secret, revoked ones too. Needs the role admin or token on the service, or ' +
    '`workspace.service.token.view`.',
  access: { row: 'workspace.service.token.view' },
  params: { service: 'service', token: 'token' },
  response: Token,
  handler: async (context) => {
    const { id } = await readService(
      context,
      context.params.service,
      'workspace.service.token.view',
    )
    const token = await findToken(context.db, { kind: 'service', id }, context.params.token)
    if (token === undefined) throw noSuch('token', context.params.token)
    return answerToken(context, token)
  },
})
