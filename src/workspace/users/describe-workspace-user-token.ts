import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { answerToken } from '../tokens/answer-token.ts'
import { findToken } from '../tokens/queries.ts'
import { Token } from '../tokens/schema.ts'
import { requireManagedUser } from './protected-user.ts'

export const describeWorkspaceUserToken = readRoute({
  id: 'describeWorkspaceUserToken',
  url: '/workspace/users/:user/tokens/:token',
  summary: 'Describe a person’s token',
  description:
    'One token, without its secret, revoked ones too. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser', token: 'token' },
  response: Token,
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    const token = await findToken(context.db, { kind: 'workspaceUser', id }, context.params.token)
    if (token === undefined) throw noSuch('token', context.params.token)
    return answerToken(context, token)
  },
})
