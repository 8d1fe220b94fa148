import { changesBetween, record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { instantOrNull } from '../../http/shapes/schema.ts'
import { answerUser, WorkspaceUser } from './schema.ts'
import { lockManagedUser } from './protected-user.ts'
import { requireUser, updateUserRow, type UserRow } from './queries.ts'
import { userEntry } from './user-audit.ts'
import { requireDeactivated } from './user-states.ts'

export const restoreWorkspaceUser = writeRoute({
  id: 'restoreWorkspaceUser',
  method: 'POST',
  url: '/workspace/users/:user/restore',
  summary: 'Restore a deactivated person',
  description:
    'They are active again, with the roles that they had, also on services and rulesets, and without an end that has passed. ' +
    'Their tokens, sessions and links stay ended. Needs every permission that they get back.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  isVersioned: true,
  response: WorkspaceUser,
  handler: async (context) => {
    const user = await lockManagedUser(context, context.params.user)
    context.body()
    requireDeactivated(user)
    context.requireVersion(user.version)
    const isPast = user.expires_at !== null && user.expires_at <= context.now
    await updateUserRow(context.tx, user.id, {
      base_state: 'active',
      ...(isPast ? { expires_at: null } : {}),
    })
    const restored = await requireUser(context.tx, user.id)
    const changes = changesBetween(lifecycle(user), lifecycle(restored))
    await record(context.tx, context.actor, [userEntry('restore', user, changes)])
    return answerUser(context, restored)
  },
})

function lifecycle(user: UserRow) {
  return { state: user.state, expires_at: instantOrNull(user.expires_at) }
}
