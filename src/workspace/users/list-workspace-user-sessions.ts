import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { selectSessions, sessionIdColumn, sessionSorts } from '../auth/queries.ts'
import { presentSession, Session, sessionStates } from '../auth/schema.ts'
import { requireManagedUser } from './protected-user.ts'

export const listWorkspaceUserSessions = readRoute({
  id: 'listWorkspaceUserSessions',
  method: 'GET',
  url: '/workspace/users/:user/sessions',
  tag: 'workspace',
  summary: 'List a person’s sessions',
  description:
    'The browsers that are or were signed in as them, the latest first unless sorted otherwise; `opened_by` says who made the ' +
    'link. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: listQuery({ state: anyOfFilter(sessionStates) }, sessionSorts),
  status: 200,
  response: ListOf(Session),
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    const states = anyOf(context.query['filter[state]'])
    return listPage(context, selectSessions(context.db, id, states, context.now), {
      sorts: sessionSorts,
      defaultSort: '-created_at',
      id: sessionIdColumn,
      present: (row) => presentSession(row, context),
    })
  },
})
