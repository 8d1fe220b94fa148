import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { answerUser } from './answer-user.ts'
import { findUser } from './queries.ts'
import { WorkspaceUser } from './schema.ts'

export const describeWorkspaceUser = readRoute({
  id: 'describeWorkspaceUser',
  method: 'GET',
  url: '/workspace/users/:user',
  tag: 'workspace',
  summary: 'Describe a person who signs in',
  description: 'One workspace user with the roles that they hold.',
  access: 'workspace.user.view',
  params: { user: 'workspaceUser' },
  query: Empty,
  status: 200,
  response: WorkspaceUser,
  handler: async (context) => {
    const user = await findUser(context.db, context.params.user)
    if (user === undefined) throw noSuch('workspaceUser', context.params.user)
    return answerUser(context, user)
  },
})
