import { changesBetween, record } from '../../audit/record.ts'
import { noSuch, unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, instantOrNull } from '../../http/schema.ts'
import { requireMayGiveRulesetRoles } from '../../policy/rulesets/admin-rules.ts'
import { requireMayGiveServiceRoles } from '../services/admin-rules.ts'
import { answerUser } from './answer-user.ts'
import { findUser, requireUser, updateUserRow, type UserRow } from './queries.ts'
import { requireMayGiveRoles, requireRoles } from './role-rules.ts'
import { WorkspaceUser } from './schema.ts'
import { userEntry } from './user-audit.ts'

export const restoreWorkspaceUser = writeRoute({
  id: 'restoreWorkspaceUser',
  method: 'POST',
  url: '/workspace/users/:user/restore',
  tag: 'workspace',
  summary: 'Restore a deactivated person',
  description:
    'They are active again, with the roles that they had, also on services, and without an end that has passed. It gives ' +
    'all that back, and so needs every permission of their roles, and on each service what giving them their role there needs.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: Empty,
  body: null,
  isVersioned: true,
  status: 200,
  response: WorkspaceUser,
  handler: async (context) => {
    const user = await findUser(context.tx, context.params.user, { lock: true })
    if (user === undefined) throw noSuch('workspaceUser', context.params.user)
    await context.ask('workspace.user.manage')
    context.body()
    requireMayGiveRoles(context, await requireRoles(context.tx, user.roles))
    await requireMayGiveServiceRoles(context, user.id)
    await requireMayGiveRulesetRoles(context, user.id)
    if (user.state !== 'deactivated')
      throw unprocessable({ state: [`is ${user.state}; only who is deactivated can be restored`] })
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
