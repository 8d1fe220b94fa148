import { revokeTokensOfUser } from '../../access/end-access.ts'
import { writeRoute } from '../../http/route/route.ts'
import { lockManagedUser } from './protected-user.ts'

export const revokeWorkspaceUserTokens = writeRoute({
  id: 'revokeWorkspaceUserTokens',
  method: 'DELETE',
  url: '/workspace/users/:user/tokens',
  summary: 'Revoke all of a person’s tokens',
  description:
    'They, and every token made from them (tokens of services too), have no power from the next request on. Sessions stay. ' +
    'Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  handler: async (context) => {
    const { id, version } = await lockManagedUser(context, context.params.user)
    context.requireVersion(version)
    await revokeTokensOfUser(context.tx, id, context)
  },
})
