import { Type } from 'typebox'
import { record } from '../../audit/record.ts'
import { requireFuture, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { writeRoute } from '../../http/route/route.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { answerUser, DirectoryTie, RoleNames, UserEnd, UserName, WorkspaceUser } from './schema.ts'
import { requireTie, tieIsTaken } from './directory-tie.ts'
import { insertUser, requireUser, writeRoles } from './queries.ts'
import { requireMayGiveRoles, requireRoles } from './role-rules.ts'
import { userCreationEntry } from './user-audit.ts'

const isKnown = {
  workspace_user_provider_provider_id_key: {
    provider_id: ['belongs to another workspace user of this provider'],
  },
}

export const createWorkspaceUser = writeRoute({
  id: 'createWorkspaceUser',
  method: 'POST',
  url: '/workspace/users',
  summary: 'Create a person who signs in',
  description:
    'Known before their first sign-in by `provider` and `provider_id`. Giving a role needs every permission that it holds; ' +
    '`directory_user_id` is for owners. From `expires_at` on the person may do nothing.',
  access: 'workspace.user.manage',
  body: Shape({
    provider: Text(500, { minLength: 1, examples: ['https://id.example'] }),
    provider_id: Text(255, { minLength: 1, examples: ['248289761001'] }),
    name: UserName,
    handle: Type.Optional(Text(200, { minLength: 1, examples: ['ada'] })),
    // As the provider reports it, which may be no address of `Email` in directory/users.
    email: Type.Optional(Text(254, { minLength: 1, examples: ['ada@example.com'] })),
    directory_user_id: Type.Optional(DirectoryTie),
    state: Type.Optional(OneOf(['staged', 'active'], { default: 'active' })),
    expires_at: Type.Optional(UserEnd),
    roles: Type.Optional(RoleNames),
  }),
  isVersioned: true,
  status: 201,
  response: WorkspaceUser,
  handler: async (context) => {
    const {
      roles: names = [],
      state = 'active',
      handle = null,
      email = null,
      directory_user_id: tie,
      expires_at: end = null,
      ...named
    } = context.body()
    const expires_at = end === null ? null : requireFuture('expires_at', end, context.now)
    const roles = await requireRoles(context.tx, names)
    requireMayGiveRoles(context, roles)
    const directory_user_id = tie === undefined ? null : await requireTie(context, tie)
    const { id } = await refuseTaken(
      insertUser(context.tx, {
        ...named,
        handle,
        email,
        directory_user_id,
        expires_at,
        base_state: state,
      }),
      { ...isKnown, ...tieIsTaken },
    )
    if (roles.length > 0)
      await writeRoles(context.tx, id, { added: roles.map((role) => role.id), removed: [] })
    const user = await requireUser(context.tx, id)
    await record(context.tx, context.actor, [userCreationEntry(user, user.roles)])
    const answer = answerUser(context, user)
    context.location(answer.links.self)
    return answer
  },
})
