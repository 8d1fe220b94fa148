import type { Static } from 'typebox'
import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import {
  Id,
  Instant,
  instant,
  instantOrNull,
  Nullable,
  OneOf,
  Shape,
  Text,
} from '../../http/schema.ts'
import type { SessionRow } from './queries.ts'

export const sessionStates = ['active', 'expired', 'revoked'] as const

/** One browser that a person signed in with. */
export const Session = Shape({
  id: Id('session'),
  state: OneOf(sessionStates),
  is_current: Type.Boolean({ description: 'True for the one that this request came with' }),
  user_agent: Nullable(
    Text(300, { description: 'How the browser named itself', examples: ['Mozilla/5.0'] }),
  ),
  timestamp: Shape({
    created_at: Instant,
    expires_at: Instant,
    last_used_at: Nullable(Instant),
    revoked_at: Nullable(Instant),
  }),
  links: Shape({ workspace_user: Type.String() }),
})

export type SessionViewer = { now: Date; baseUrl: string; currentId: string }

export function presentSession(row: SessionRow, viewer: SessionViewer): Static<typeof Session> {
  return {
    id: encodeId('session', row.id),
    state:
      row.revoked_at !== null ? 'revoked' : row.expires_at <= viewer.now ? 'expired' : 'active',
    is_current: row.id === viewer.currentId,
    user_agent: row.user_agent,
    timestamp: {
      created_at: instant(row.created_at),
      expires_at: instant(row.expires_at),
      last_used_at: instantOrNull(row.last_used_at),
      revoked_at: instantOrNull(row.revoked_at),
    },
    links: {
      workspace_user: `${viewer.baseUrl}/workspace/users/${encodeId('workspaceUser', row.workspace_user_id)}`,
    },
  }
}
