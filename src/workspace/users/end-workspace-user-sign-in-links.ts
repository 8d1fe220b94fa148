import { endLinksOfUser } from '../../access/end-access.ts'
import { writeRoute } from '../../http/route/route.ts'
import { lockManagedUser } from './protected-user.ts'

export const endWorkspaceUserSignInLinks = writeRoute({
  id: 'endWorkspaceUserSignInLinks',
  method: 'DELETE',
  url: '/workspace/users/:user/sign-in-links',
  summary: 'End the links that would sign a person in',
  description:
    'Unused links stop working. Sessions that used links have opened stay. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  handler: async (context) => {
    const { id, version } = await lockManagedUser(context, context.params.user)
    context.requireVersion(version)
    await endLinksOfUser(context.tx, id, context)
  },
})
