import { type Static, Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { workspaceUserStates } from '../../contract/states.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  Id,
  Instant,
  instant,
  InstantInput,
  instantOrNull,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import type { UserRow } from './queries.ts'

export const RoleName = Type.String({
  pattern: '^[a-z][a-z0-9_.-]{0,62}$',
  examples: ['workspace.auditor'],
})
export const RoleNames = Type.Array(RoleName, {
  maxItems: 100,
  uniqueItems: true,
  examples: [['workspace.auditor']],
})
export const UserName = Text(200, { examples: ['Ada Lovelace'] })

/** From then on they have no power; null: they have no end. */
export const UserEnd = Nullable({
  ...InstantInput,
  description: 'From then on they may do nothing; null for no end. It is in the future',
})

export const DirectoryTie = Nullable(Id('directoryUser'))

export const WorkspaceUser = RecordShape({
  id: Id('workspaceUser'),
  state: OneOf(workspaceUserStates),
  provider: Text(500, {
    description: 'The issuer that they sign in with',
    examples: ['https://id.example'],
  }),
  provider_id: Text(255, { description: 'Who they are there', examples: ['248289761001'] }),
  name: UserName,
  handle: Nullable(Text(200, { examples: ['ada'] })),
  email: Nullable(Text(254, { examples: ['ada@example.com'] })),
  directory_user_id: Nullable(Id('directoryUser')),
  roles: Type.Array(Type.String({ maxLength: 63 }), {
    maxItems: 1000,
    examples: [['workspace.auditor']],
  }),
  timestamp: Shape({ created_at: Instant, updated_at: Instant, expires_at: Nullable(Instant) }),
  links: Shape({ self: Type.String(), directory_user: Nullable(Type.String()) }),
})

export function presentUser(row: UserRow, baseUrl: string): Static<typeof WorkspaceUser> {
  const id = encodeId('workspaceUser', row.id)
  const directoryUserId = row.directory_user_id && encodeId('directoryUser', row.directory_user_id)
  return {
    id,
    state: row.state,
    provider: row.provider,
    provider_id: row.provider_id,
    name: row.name,
    handle: row.handle,
    email: row.email,
    directory_user_id: directoryUserId,
    roles: row.roles,
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      expires_at: instantOrNull(row.expires_at),
    },
    links: {
      self: `${baseUrl}/workspace/users/${id}`,
      directory_user: directoryUserId && `${baseUrl}/directory/users/${directoryUserId}`,
    },
  }
}

/**
 * The answer of a single workspace user, with its ETag: the row's version, and what changes without it, such as a
 * role's name.
 */
export function answerUser(context: ReadContext, user: UserRow): Static<typeof WorkspaceUser> {
  context.etag(user.version, `${user.state}-${user.roles_version}`)
  return presentUser(user, baseUrl(context.services))
}
