import { ListOf } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { Session } from '../auth/schema.ts'
import { sessionListQuery, sessionPage } from '../auth/session-page.ts'
import { requireManagedUser } from './protected-user.ts'

export const listWorkspaceUserSessions = readRoute({
  id: 'listWorkspaceUserSessions',
  url: '/workspace/users/:user/sessions',
  summary: 'List a person’s sessions',
  description:
    'The browsers that are or were signed in as them, the latest first unless sorted otherwise; `opened_by` says who made the ' +
    'link. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: sessionListQuery,
  response: ListOf(Session),
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    return sessionPage(context, id)
  },
})
