import { Type } from 'typebox'
import type { Actor } from '../../access/caller.ts'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { readRoute } from '../../http/route/route.ts'
import { Id, Instant, instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

/** The name of the workspace user or of the service that a credential belongs to. */
async function ownerName(db: Reader, { type, id }: Actor): Promise<string> {
  const { name } = await db
    .selectFrom(type === 'user' ? 'workspace_user' : 'service')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

export const testToken = readRoute({
  id: 'testToken',
  url: '/auth/test',
  summary: 'Ask whose token this is',
  description:
    'Whose token it is, what it may do now (its scopes and its owner’s rights together), and until when. In a browser’s ' +
    'session `session_id` stands instead of `token_id`.',
  access: 'token',
  response: Shape({
    token_id: Nullable(Id('token')),
    session_id: Nullable(Id('session')),
    owner_type: OneOf(['user', 'service']),
    owner_id: Type.String({ maxLength: 32, examples: ['wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
    owner_name: Text(200, { examples: ['Ada Moreau'] }),
    roles: Type.Array(Type.String({ maxLength: 63 }), {
      maxItems: 1000,
      examples: [['workspace.owner']],
    }),
    scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200, examples: [['*.view']] }),
    permissions: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 200,
      examples: [['directory.user.view']],
    }),
    expires_at: Instant,
  }),
  handler: async ({ caller, db }) => ({
    token_id: caller.credential.type === 'token' ? encodeId('token', caller.credential.id) : null,
    session_id:
      caller.credential.type === 'session' ? encodeId('session', caller.credential.id) : null,
    owner_type: caller.type,
    owner_id: encodeId(caller.type === 'user' ? 'workspaceUser' : 'service', caller.id),
    owner_name: await ownerName(db, caller),
    roles: [...caller.roles],
    scopes: [...caller.scopes],
    permissions: [...caller.permissions].sort(),
    expires_at: instant(caller.credential.expiresAt),
  }),
})
