import { endSessionsOfUser } from '../../access/end-access.ts'
import { writeRoute } from '../../http/route/route.ts'
import { clearedSessionCookie } from '../../http/callers/session-cookie.ts'
import { requirePerson } from './require-person.ts'

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
    if (caller.credential.type === 'session')
      context.setCookie(clearedSessionCookie(context.services.publicOrigin))
  },
})
