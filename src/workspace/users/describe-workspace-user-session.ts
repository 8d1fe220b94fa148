import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { answerSession } from '../auth/answer-session.ts'
import { findSession } from '../auth/queries.ts'
import { Session } from '../auth/schema.ts'
import { requireManagedUser } from './protected-user.ts'

export const describeWorkspaceUserSession = readRoute({
  id: 'describeWorkspaceUserSession',
  url: '/workspace/users/:user/sessions/:session',
  summary: 'Describe a person’s session',
  description: 'One session, ended ones too. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser', session: 'session' },
  response: Session,
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    const session = await findSession(context.db, id, context.params.session)
    if (session === undefined) throw noSuch('session', context.params.session)
    return answerSession(context, session)
  },
})
