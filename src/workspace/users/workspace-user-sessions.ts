import { endSession, endSessionsOfUser } from '../../access/end-access.ts'
import { readRoute, writeRoute } from '../../http/route/route.ts'
import {
  answerSession,
  requireSession,
  SessionList,
  sessionPage,
  sessionQuery,
  sessionVersion,
} from '../auth/shown-sessions.ts'
import { Session } from '../auth/schema.ts'
import { endingAll, lockManagedUser, requireManagedUser } from './protected-user.ts'

export const listWorkspaceUserSessions = readRoute({
  id: 'listWorkspaceUserSessions',
  url: '/workspace/users/:user/sessions',
  summary: 'List a person’s sessions',
  description:
    'The browsers that are or were signed in as them, the latest first unless sorted otherwise; `opened_by` says who made the ' +
    'link. Needs every permission that the person holds.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: sessionQuery,
  response: SessionList,
  snapshot: () => true,
  handler: async (context) => {
    const { id } = await requireManagedUser(context, context.params.user)
    return sessionPage(context, id)
  },
})

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
    const session = await requireSession(context, id)
    return answerSession(context, session)
  },
})

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
    const session = await requireSession(context, id)
    context.requireVersion(sessionVersion(session))
    await endSession(context.tx, session.id, context)
  },
})

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
  handler: endingAll(endSessionsOfUser),
})
