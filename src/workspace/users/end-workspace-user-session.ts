import { endSession } from '../../access/end-access.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { sessionVersion } from '../auth/answer-session.ts'
import { findSession } from '../auth/queries.ts'
import { lockManagedUser } from './protected-user.ts'

export const endWorkspaceUserSession = writeRoute({
  id: 'endWorkspaceUserSession',
  method: 'DELETE',
  url: '/workspace/users/:user/sessions/:session',
  summary: 'End a person’s session',
  description:
    'That browser is signed out from the next request on. Ending one that has ended already changes nothing. Needs every ' +
    'permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser', session: 'session' },
  handler: async (context) => {
    const { id } = await lockManagedUser(context, context.params.user)
    const session = await findSession(context.tx, id, context.params.session)
    if (session === undefined) throw noSuch('session', context.params.session)
    context.requireVersion(sessionVersion(session))
    await endSession(context.tx, session.id, context)
  },
})
