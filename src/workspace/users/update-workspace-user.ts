import { Type } from 'typebox'
import { endAccessBeyondRights, endAccessByOthers } from '../../access/end-access.ts'
import { changesBetween, record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { refuseTaken } from '../../http/taken.ts'
import { answerUser } from './answer-user.ts'
import { requireTie, shownTie, tieIsTaken } from './directory-tie.ts'
import { lockManagedUser } from './protected-user.ts'
import { lockOwners, ownerRole, requireUser, updateUserRow, writeRoles } from './queries.ts'
import { requireAnotherOwner, requireMayGiveRoles, requireRoles } from './role-rules.ts'
import { DirectoryTie, RoleNames, UserName, WorkspaceUser } from './schema.ts'
import { userEntry } from './user-audit.ts'

export const updateWorkspaceUser = writeRoute({
  id: 'updateWorkspaceUser',
  method: 'PATCH',
  url: '/workspace/users/:user',
  tag: 'workspace',
  summary: 'Change a person who signs in',
  description:
    'Changes the name, ties them to a directory user (owners only), or replaces the roles by those named. Needs every permission ' +
    'that the person holds, and those of the roles that are added. A new role ends the sessions and tokens that someone else ' +
    'opened as them. What they opened as other people ends if it needs a right of a role that is removed. The last active owner stays one: 422 `errors.roles`.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  query: Empty,
  body: Shape({
    name: Type.Optional(UserName),
    directory_user_id: Type.Optional(DirectoryTie),
    roles: Type.Optional(RoleNames),
  }),
  isVersioned: true,
  status: 200,
  response: WorkspaceUser,
  handler: async (context) => {
    const owners = await lockOwners(context.tx)
    const user = await lockManagedUser(context, context.params.user)
    const { name = user.name, directory_user_id: sent, roles: names = user.roles } = context.body()
    const tie = sent === undefined ? user.directory_user_id : await requireTie(context, sent)
    const added = await requireRoles(
      context.tx,
      names.filter((role) => !user.roles.includes(role)),
    )
    const removed = await requireRoles(
      context.tx,
      user.roles.filter((role) => !names.includes(role)),
    )
    requireMayGiveRoles(context, added)
    if (removed.some((role) => role.name === ownerRole)) requireAnotherOwner(owners, user.id)
    context.requireVersion(user.version)

    const changes = changesBetween(
      { roles: user.roles, directory_user_id: shownTie(user.directory_user_id) },
      { roles: [...names].sort(), directory_user_id: shownTie(tie) },
    )
    const personal = changesBetween({ name: user.name }, { name })
    if (Object.keys({ ...changes, ...personal }).length === 0) return answerUser(context, user)
    if (personal['name'] !== undefined || changes['directory_user_id'] !== undefined) {
      await refuseTaken(
        updateUserRow(context.tx, user.id, { name, directory_user_id: tie }),
        tieIsTaken,
      )
    }
    if (changes['roles'] !== undefined) {
      await writeRoles(context.tx, user.id, {
        added: added.map((role) => role.id),
        removed: removed.map((role) => role.id),
      })
    }
    const isTied = tie !== null && tie !== user.directory_user_id
    if (added.length > 0 || isTied) await endAccessByOthers(context.tx, [user.id], context)
    if (removed.length > 0) await endAccessBeyondRights(context.tx, [user.id], context)
    await record(context.tx, context.actor, [
      { ...userEntry('update', user, changes, personal), subjectId: tie ?? user.directory_user_id },
    ])
    return answerUser(context, await requireUser(context.tx, user.id))
  },
})
