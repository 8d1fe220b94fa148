import { endSessionsOfUser } from '../../access/end-access.ts'
import { writeRoute } from '../../http/route/route.ts'
import { lockManagedUser } from './protected-user.ts'

export const endWorkspaceUserSessions = writeRoute({
  id: 'endWorkspaceUserSessions',
  method: 'DELETE',
  url: '/workspace/users/:user/sessions',
  summary: 'End all of a person’s sessions',
  description:
    'Every browser that is signed in as them is signed out from the next request on, and links that would sign them in work ' +
    'no more. Tokens stay. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  handler: async (context) => {
    const { id, version } = await lockManagedUser(context, context.params.user)
    context.requireVersion(version)
    await endSessionsOfUser(context.tx, id, context)
  },
})
