import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { answerToken } from './answer-token.ts'
import { ownerOf } from './own-tokens.ts'
import { findToken } from './queries.ts'
import { Token } from './schema.ts'

export const describeToken = readRoute({
  id: 'describeToken',
  url: '/workspace/tokens/:token',
  summary: 'Describe a token of your own',
  description:
    'One token of the caller, without its secret, revoked ones too. Another’s token is not there: one of a service is ' +
    'described at its service.',
  access: { own: 'workspace.token.view' },
  params: { token: 'token' },
  response: Token,
  handler: async (context) => {
    const token = await findToken(context.db, ownerOf(context.caller), context.params.token)
    if (token === undefined) throw noSuch('token', context.params.token)
    await context.ask('workspace.token.view', { own: true })
    return answerToken(context, token)
  },
})
