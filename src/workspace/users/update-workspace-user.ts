import { ownerRole } from '../../contract/permissions.ts'
import { Type, type Static } from 'typebox'
import { endAccessBeyondRights, endAccessByOthers, endAllAccess } from '../../access/end-access.ts'
import { changesBetween, record } from '../../audit/record.ts'
import { requireFuture, instantOrNull, Shape } from '../../http/shapes/schema.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { answerUser, DirectoryTie, RoleNames, UserEnd, UserName, WorkspaceUser } from './schema.ts'
import { requireTie, presentTie, tieIsTaken } from './directory-tie.ts'
import { lockManagedUser } from './protected-user.ts'
import {
  lockOwners,
  requireUser,
  updateUserRow,
  writeRoles,
  type Owners,
  type RoleGrant,
  type UserRow,
} from './queries.ts'
import { requireAnotherOwner, requireMayGiveRoles, requireRoles } from './role-rules.ts'
import { userEntry } from './user-audit.ts'

const Changes = Shape({
  name: Type.Optional(UserName),
  directory_user_id: Type.Optional(DirectoryTie),
  expires_at: Type.Optional(UserEnd),
  roles: Type.Optional(RoleNames),
})

export const updateWorkspaceUser = writeRoute({
  id: 'updateWorkspaceUser',
  method: 'PATCH',
  url: '/workspace/users/:user',
  summary: 'Change a person who signs in',
  description:
    'Changes the name, ties them to a directory user (owners only), gives them an end or takes it away, or replaces the roles by those named. Needs every permission ' +
    'that the person holds, and those of the roles that are added. A new role, or a later end, ends the sessions and tokens that someone else ' +
    'opened as them. What they opened as other people ends if it needs a right of a role that is removed. From `expires_at` on they, and what they opened as other people, may do nothing; ' +
    'tokens, sessions and links of an end that has passed stay ended when it is taken away. The last active owner stays one, without an end: 422 `errors.roles` or `errors.expires_at`.',
  access: 'workspace.user.manage',
  params: { user: 'workspaceUser' },
  body: Changes,
  isVersioned: true,
  response: WorkspaceUser,
  handler: async (context) => {
    const owners = await lockOwners(context.tx)
    const user = await lockManagedUser(context, context.params.user)
    const wanted = await decide(context, { user, owners, sent: context.body() })
    context.requireVersion(user.version)
    await write(context, user, wanted)
    const after = await requireUser(context.tx, user.id)
    const changes = changesBetween(shown(user), shown(after))
    const personal = changesBetween({ name: user.name }, { name: after.name })
    if (Object.keys({ ...changes, ...personal }).length === 0) return answerUser(context, user)
    await endAccess(context, { before: user, after, wanted })
    const subjectId = after.directory_user_id ?? user.directory_user_id
    await record(context.tx, context.actor, [
      { ...userEntry('update', user, changes, personal), subjectId },
    ])
    return answerUser(context, await requireUser(context.tx, user.id))
  },
})

type Wanted = {
  name: string
  directory_user_id: string | null
  expires_at: Date | null
  added: readonly RoleGrant[]
  removed: readonly RoleGrant[]
}

/** What the person will be like; 403 or 422 for what may not be. */
async function decide(
  context: WriteContext,
  { user, owners, sent }: { user: UserRow; owners: Owners; sent: Static<typeof Changes> },
): Promise<Wanted> {
  const { name = user.name, directory_user_id: tie, roles: names = user.roles } = sent
  const directory_user_id =
    tie === undefined ? user.directory_user_id : await requireTie(context, tie)
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
  const expires_at = endOf(sent.expires_at, user, context.now)
  if (expires_at !== null && expires_at !== user.expires_at)
    requireAnotherOwner(owners, user.id, 'expires_at')
  return { name, directory_user_id, expires_at, added, removed }
}

/** The end that was sent: the one that the person has may be sent again, though it has passed. */
function endOf(sent: string | null | undefined, user: UserRow, now: Date): Date | null {
  if (sent === undefined || sent === instantOrNull(user.expires_at)) return user.expires_at
  return sent === null ? null : requireFuture('expires_at', sent, now)
}

async function write({ tx }: WriteContext, user: UserRow, wanted: Wanted): Promise<void> {
  const { name, directory_user_id, expires_at, added, removed } = wanted
  const isOther =
    name !== user.name ||
    directory_user_id !== user.directory_user_id ||
    expires_at !== user.expires_at
  if (isOther)
    await refuseTaken(
      updateUserRow(tx, user.id, { name, directory_user_id, expires_at }),
      tieIsTaken,
    )
  if (added.length === 0 && removed.length === 0) return
  await writeRoles(tx, user.id, {
    added: added.map((role) => role.id),
    removed: removed.map((role) => role.id),
  })
}

/** The values that audit rows show. The state follows from the end. */
function shown(user: UserRow) {
  return {
    roles: user.roles,
    directory_user_id: presentTie(user.directory_user_id),
    state: user.state,
    expires_at: instantOrNull(user.expires_at),
  }
}

/** Ends what would have more rights than whoever opened it could give, and what an end that has passed had ended. */
async function endAccess(
  context: WriteContext,
  { before, after, wanted }: { before: UserRow; after: UserRow; wanted: Wanted },
): Promise<void> {
  const { tx, now } = context
  const former = before.expires_at
  const isLater = former !== null && (after.expires_at === null || after.expires_at > former)
  const isTied =
    after.directory_user_id !== null && after.directory_user_id !== before.directory_user_id
  if (isLater && former <= now) await endAllAccess(tx, before.id, context)
  else if (wanted.added.length > 0 || isTied || isLater)
    await endAccessByOthers(tx, [before.id], context)
  if (wanted.removed.length > 0) await endAccessBeyondRights(tx, [before.id], context)
}
