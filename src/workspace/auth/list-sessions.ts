import { ListOf } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { requirePerson } from './require-person.ts'
import { Session } from './schema.ts'
import { sessionListQuery, sessionPage } from './session-page.ts'

export const listSessions = readRoute({
  id: 'listSessions',
  url: '/auth/sessions',
  summary: 'List your sessions',
  description:
    'The browsers that the caller has signed in with, the latest first unless sorted otherwise. ' +
    'A service has no sessions: 403.',
  access: { own: 'workspace.token.view' },
  query: sessionListQuery,
  response: ListOf(Session),
  handler: async (context) => {
    requirePerson(context)
    await context.ask('workspace.token.view', { own: true })
    return sessionPage(context, context.caller.id)
  },
})
