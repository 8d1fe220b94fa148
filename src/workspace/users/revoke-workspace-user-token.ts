import { revokeToken } from '../../access/end-access.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { tokenVersion } from '../tokens/answer-token.ts'
import { findToken } from '../tokens/queries.ts'
import { lockManagedUser } from './protected-user.ts'

export const revokeWorkspaceUserToken = writeRoute({
  id: 'revokeWorkspaceUserToken',
  method: 'DELETE',
  url: '/workspace/users/:user/tokens/:token',
  summary: 'Revoke a person’s token',
  description:
    'The token, and every token made from it, has no power from the next request on. Revoking one that is revoked already ' +
    'changes nothing. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser', token: 'token' },
  handler: async (context) => {
    const { id } = await lockManagedUser(context, context.params.user)
    const token = await findToken(context.tx, { kind: 'workspaceUser', id }, context.params.token)
    if (token === undefined) throw noSuch('token', context.params.token)
    context.requireVersion(tokenVersion(token))
    await revokeToken(context.tx, token.id, context)
  },
})
