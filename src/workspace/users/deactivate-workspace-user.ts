import { endAllAccess } from '../../access/end-access.ts'
import { record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { answerUser, WorkspaceUser } from './schema.ts'
import { lockManagedUser } from './protected-user.ts'
import { lockOwners, requireUser, updateUserRow } from './queries.ts'
import { requireAnotherOwner } from './role-rules.ts'
import { userEntry } from './user-audit.ts'
import { requireNotDeactivated } from './user-states.ts'

export const deactivateWorkspaceUser = writeRoute({
  id: 'deactivateWorkspaceUser',
  method: 'POST',
  url: '/workspace/users/:user/deactivate',
  summary: 'Deactivate a person who signs in',
  description:
    'Ends their tokens, sessions and sign-in links for good, and those that they created as another person, from the next request on. ' +
    'Tokens that they issued for services stay. Services whose last active admin they were are listed as unattended. ' +
    'Needs every permission that the person holds. The last active owner can’t be deactivated: 422 `errors.roles`.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  isVersioned: true,
  response: WorkspaceUser,
  handler: async (context) => {
    const owners = await lockOwners(context.tx)
    const user = await lockManagedUser(context, context.params.user)
    context.body()
    requireNotDeactivated(user)
    requireAnotherOwner(owners, user.id)
    context.requireVersion(user.version)
    await updateUserRow(context.tx, user.id, { base_state: 'deactivated' })
    const changes = { state: { old: user.state, new: 'deactivated' } }
    await record(context.tx, context.actor, [userEntry('deactivate', user, changes)])
    await endAllAccess(context.tx, user.id, context)
    return answerUser(context, await requireUser(context.tx, user.id))
  },
})
