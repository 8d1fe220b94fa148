import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { answerUser, WorkspaceUser } from './schema.ts'
import { findUser } from './queries.ts'

export const describeWorkspaceUser = readRoute({
  id: 'describeWorkspaceUser',
  url: '/workspace/users/:user',
  summary: 'Describe a person who signs in',
  description: 'One workspace user with the roles that they hold.',
  access: 'workspace.user.view',
  params: { user: 'workspaceUser' },
  response: WorkspaceUser,
  handler: async (context) => {
    const user = await findUser(context.db, context.params.user)
    if (user === undefined) throw noSuch('workspaceUser', context.params.user)
    return answerUser(context, user)
  },
})
