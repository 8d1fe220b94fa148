import { record, type AuditEntry } from '../../audit/record.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, instantOrNull } from '../../http/schema.ts'
import { clearedSessionCookie } from '../../http/session-cookie.ts'
import { endLinks, markSessionsRevoked, type SessionRow } from './queries.ts'
import { requirePerson } from './require-person.ts'

export const deleteSessions = writeRoute({
  id: 'deleteSessions',
  method: 'DELETE',
  url: '/auth/sessions',
  tag: 'auth',
  summary: 'End all your sessions',
  description:
    'Every browser that whoever calls has signed in with is signed out, this one too: from the next request on, and links that would sign them in work no more. Tokens stay. ' +
    'A service has no sessions: 403.',
  access: { own: 'workspace.token.manage' },
  params: {},
  query: Empty,
  body: null,
  status: 204,
  response: null,
  handler: async (context) => {
    requirePerson(context)
    await context.ask('workspace.token.manage', { own: true })
    const { caller, tx, now } = context
    const ended = await markSessionsRevoked(tx, caller.id, now)
    // Else a link that a stolen session made would open the next one.
    const links = await endLinks(tx, caller.id, now)
    await record(tx, context.actor, [
      ...ended.map(endEntry),
      ...(links === 0 ? [] : [linksEntry(caller.id, links)]),
    ])
    if (caller.credential.type === 'session')
      context.setCookie(clearedSessionCookie(context.services.publicOrigin))
    return undefined
  },
})

function endEntry(session: SessionRow): AuditEntry {
  return {
    event: 'access.session.revoke',
    record: { kind: 'session', id: session.id },
    parent: { kind: 'workspaceUser', id: session.workspace_user_id },
    changes: { revoked_at: { old: null, new: instantOrNull(session.revoked_at) } },
  }
}

function linksEntry(userId: string, links: number): AuditEntry {
  return {
    event: 'access.sign_in_link.end',
    record: { kind: 'workspaceUser', id: userId },
    changes: { sign_in_links: { old: links, new: 0 } },
  }
}
