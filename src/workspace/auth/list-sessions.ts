import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { selectSessions, sessionIdColumn, sessionSorts } from './queries.ts'
import { requirePerson } from './require-person.ts'
import { presentSession, Session, sessionStates } from './schema.ts'

export const listSessions = readRoute({
  id: 'listSessions',
  method: 'GET',
  url: '/auth/sessions',
  tag: 'auth',
  summary: 'List your sessions',
  description:
    'The browsers that the caller has signed in with, the latest first unless sorted otherwise. ' +
    'A service has no sessions: 403.',
  access: { own: 'workspace.token.view' },
  params: {},
  query: listQuery({ state: anyOfFilter(sessionStates) }, sessionSorts),
  status: 200,
  response: ListOf(Session),
  handler: async (context) => {
    requirePerson(context)
    await context.ask('workspace.token.view', { own: true })
    const { caller, db, now } = context
    const states = anyOf(context.query['filter[state]'])
    return listPage(context, selectSessions(db, caller.id, states, now), {
      sorts: sessionSorts,
      defaultSort: '-created_at',
      id: sessionIdColumn,
      present: (row) => presentSession(row, context),
    })
  },
})
