import { record } from '../../audit/record.ts'
import { noSuch, unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { revokeTokensOfOthers } from '../tokens/revoke-tokens.ts'
import { answerUser } from './answer-user.ts'
import { findUser, lockOwners, requireUser, updateUserRow } from './queries.ts'
import { requireAnotherOwner } from './role-rules.ts'
import { WorkspaceUser } from './schema.ts'
import { userEntry } from './user-audit.ts'

export const deactivateWorkspaceUser = writeRoute({
  id: 'deactivateWorkspaceUser',
  method: 'POST',
  url: '/workspace/users/:user/deactivate',
  tag: 'workspace',
  summary: 'Deactivate a person who signs in',
  description:
    'Their tokens have no power from the next request on, nor has what they opened as somebody else: sessions, and tokens, which are revoked. Services whose last active admin they were are listed as ' +
    'unattended. The last active owner can’t be deactivated: 422 `errors.roles`.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: Empty,
  body: null,
  isVersioned: true,
  status: 200,
  response: WorkspaceUser,
  handler: async (context) => {
    const owners = await lockOwners(context.tx)
    const user = await findUser(context.tx, context.params.user, { lock: true })
    if (user === undefined) throw noSuch('workspaceUser', context.params.user)
    await context.ask('workspace.user.manage')
    context.body()
    if (user.state === 'deactivated') throw unprocessable({ state: ['is deactivated already'] })
    requireAnotherOwner(owners, user.id)
    context.requireVersion(user.version)
    await updateUserRow(context.tx, user.id, { base_state: 'deactivated' })
    const changes = { state: { old: user.state, new: 'deactivated' } }
    await record(context.tx, context.actor, [userEntry('deactivate', user, changes)])
    await revokeTokensOfOthers(context.tx, user.id, context)
    return answerUser(context, await requireUser(context.tx, user.id))
  },
})
