import type { Static } from 'typebox'
import type { ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import type { UserRow } from './queries.ts'
import { presentUser, type WorkspaceUser } from './schema.ts'

/**
 * The answer of a single workspace user, with its ETag: the row's version, and what changes without it, such as a
 * role's name.
 */
export function answerUser(context: ReadContext, user: UserRow): Static<typeof WorkspaceUser> {
  context.etag(user.version, `${user.state}-${user.roles_version}`)
  return presentUser(user, baseUrl(context.services))
}
