import { encodeId } from '../../contract/ids.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { requireKnown } from '../require-known.ts'
import { WorkspaceUserRef } from './schema.ts'
import { presentWorkspaceUserRef, seesWorkspaceUsers } from './workspace-user-ref.ts'

export const describeWorkspaceUserOfDirectoryUser = readRoute({
  id: 'describeWorkspaceUserOfDirectoryUser',
  url: '/directory/users/:user/workspace-user',
  summary: 'Describe the workspace user of a directory user',
  description:
    'The account with which this person signs in to the workspace; 404 where there is none. Without `workspace.user.view` what names it is empty.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  response: WorkspaceUserRef,
  handler: async ({ db, params, etag, may }) => {
    await requireKnown(db, 'directoryUser', params.user)
    const found = await db
      .selectFrom('workspace_user')
      .select(['id', 'state', 'provider', 'provider_id', 'name', 'handle', 'email', 'version'])
      .where('directory_user_id', '=', params.user)
      .executeTakeFirst()
    if (found === undefined)
      throw new Problem(
        404,
        `The directory user ${encodeId('directoryUser', params.user)} has no workspace user.`,
      )
    const isSeen = seesWorkspaceUsers((permission) => may(permission))
    etag(found.version, `${found.id}${isSeen ? '' : 'U'}`)
    return presentWorkspaceUserRef(found, isSeen)
  },
})
