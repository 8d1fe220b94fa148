import { endSessionsOfUser } from '../../access/end-access.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { type ReadContext, readRoute, writeRoute } from '../../http/route/route.ts'
import { SessionList, sessionPage, sessionQuery } from './shown-sessions.ts'

/** 403 for a service: it has tokens and no sessions. */
function requirePerson(context: ReadContext): void {
  if (context.caller.type === 'user') return
  throw new Problem(403, 'Sessions are people’s; a service has tokens only.')
}

export const listSessions = readRoute({
  id: 'listSessions',
  url: '/auth/sessions',
  summary: 'List your sessions',
  description:
    'The browsers that the caller has signed in with, the latest first unless sorted otherwise. ' +
    'A service has no sessions: 403.',
  access: { own: 'workspace.token.view' },
  query: sessionQuery,
  response: SessionList,
  handler: async (context) => {
    requirePerson(context)
    await context.ask('workspace.token.view', { own: true })
    return sessionPage(context, context.caller.id)
  },
})

export const deleteSessions = writeRoute({
  id: 'deleteSessions',
  method: 'DELETE',
  url: '/auth/sessions',
  summary: 'End all your sessions',
  description:
    'Every browser that the caller has signed in with is signed out, this one too: from the next request on, and links that would sign them in work no more. Tokens stay. ' +
    'A service has no sessions: 403.',
  access: { own: 'workspace.token.manage' },
  handler: async (context) => {
    requirePerson(context)
    await context.ask('workspace.token.manage', { own: true })
    const { caller, tx } = context
    // The links too: one that was made in a stolen session would open the next session.
    await endSessionsOfUser(tx, caller.id, context)
    if (caller.credential.type === 'session') context.signOut()
  },
})
