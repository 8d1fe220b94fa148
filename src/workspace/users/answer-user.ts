import type { Static } from 'typebox'
import type { ReadContext } from '../../http/route.ts'
import { baseUrl } from '../../http/services.ts'
import type { UserRow } from './queries.ts'
import { presentUser, type WorkspaceUser } from './schema.ts'

/** A workspace user as it is answered alone, with its ETag: the row's version, and what moves without it, a role's name too. */
export function answerUser(context: ReadContext, user: UserRow): Static<typeof WorkspaceUser> {
  context.etag(user.version, `${user.state}-${user.roles_version}`)
  return presentUser(user, baseUrl(context.services))
}
