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
  RecordShape,
} from '../../http/shapes/schema.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { Issuer, presentIssuer } from '../tokens/issuer.ts'
import type { SessionRow, StoredLink } from './queries.ts'

export const sessionStates = ['active', 'expired', 'revoked'] as const

/** One browser that a person signed in with. */
export const Session = RecordShape({
  id: Id('session'),
  state: OneOf(sessionStates),
  is_current: Type.Boolean({ description: 'True for the one that this request came with' }),
  user_agent: Nullable(
    Text(300, { description: 'How the browser named itself', examples: ['Mozilla/5.0'] }),
  ),
  opened_by: Issuer,
  timestamp: Shape({
    created_at: Instant,
    expires_at: Instant,
    last_used_at: Nullable(Instant),
    revoked_at: Nullable(Instant),
  }),
  links: Shape({ workspace_user: Type.String() }),
})

type Viewer = Pick<ReadContext, 'now' | 'services' | 'caller' | 'may'>

export function presentSession(row: SessionRow, viewer: Viewer): Static<typeof Session> {
  return {
    id: encodeId('session', row.id),
    state:
      row.revoked_at !== null ? 'revoked' : row.expires_at <= viewer.now ? 'expired' : 'active',
    is_current: row.id === viewer.caller.credential.id,
    user_agent: row.user_agent,
    opened_by: presentIssuer(row, viewer),
    timestamp: {
      created_at: instant(row.created_at),
      expires_at: instant(row.expires_at),
      last_used_at: instantOrNull(row.last_used_at),
      revoked_at: instantOrNull(row.revoked_at),
    },
    links: linksOf(row, viewer),
  }
}

export const linkStates = ['active', 'used', 'expired'] as const

/** A link that signs a person in, without its address. */
export const SignInLink = RecordShape({
  state: OneOf(linkStates, { description: '`expired` also if it was ended' }),
  issued_by: Issuer,
  timestamp: Shape({ created_at: Instant, expires_at: Instant, used_at: Nullable(Instant) }),
  links: Shape({ workspace_user: Type.String() }),
})

export function presentLink(row: StoredLink, viewer: Viewer): Static<typeof SignInLink> {
  return {
    state: row.used_at !== null ? 'used' : row.expires_at <= viewer.now ? 'expired' : 'active',
    issued_by: presentIssuer(row, viewer),
    timestamp: {
      created_at: instant(row.created_at),
      expires_at: instant(row.expires_at),
      used_at: instantOrNull(row.used_at),
    },
    links: linksOf(row, viewer),
  }
}

function linksOf(row: { workspace_user_id: string }, { services }: Viewer) {
  const id = encodeId('workspaceUser', row.workspace_user_id)
  return { workspace_user: `${baseUrl(services)}/workspace/users/${id}` }
}
