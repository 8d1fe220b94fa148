import { createSessionSecret, hashToken, isSignInCode } from '../../access/token-secret.ts'
import { endSessionsByHash } from '../../access/end-access.ts'
import { record } from '../../audit/record.ts'
import type { Database, Reader, Transaction } from '../../database/database.ts'
import { instant } from '../../http/shapes/schema.ts'
import { findLink, insertSession, markLinkUsed, type LinkRow } from './queries.ts'

export const sessionLifeSeconds = 12 * 60 * 60
const maximumUserAgent = 300

/** Why a link opens nothing. */
export type LinkFault = 'unknown' | 'used' | 'expired' | 'inactive' | 'changed'

/** Looks at a link without using it up; undefined when it would open a session. */
export async function linkFault(
  db: Reader,
  code: string,
  now: Date,
): Promise<LinkFault | undefined> {
  if (!isSignInCode(code)) return 'unknown'
  return faultOf(await findLink(db, hashToken(code), { now }), now)
}

function faultOf(link: LinkRow | undefined, now: Date): LinkFault | undefined {
  if (link === undefined) return 'unknown'
  if (link.used_at !== null) return 'used'
  // A change ends the link too, and says more than its age.
  if (!link.is_active) return 'inactive'
  if (!link.is_unchanged) return 'changed'
  return link.expires_at <= now ? 'expired' : undefined
}

type Arrival = {
  /** After so long without a request the session ends. */
  idleSeconds: number
  userAgent: string | undefined
  requestId: string
  /** Hashes of the sessions that this browser has: they end. */
  earlierSessions: readonly Buffer[]
}

/** Uses a link up and opens a session for its person, with its audit row: the cookie's secret, or why not. */
export async function openSession(
  database: Database,
  { code, ...arrival }: Arrival & { code: string },
): Promise<{ secret: string } | { fault: LinkFault }> {
  if (!isSignInCode(code)) return { fault: 'unknown' }
  const linkHash = hashToken(code)
  return database.transaction(async ({ tx, now }) => {
    const link = await findLink(tx, linkHash, { now, lock: true })
    const fault = faultOf(link, now)
    if (link === undefined || fault !== undefined) return { fault: fault ?? 'unknown' }
    await markLinkUsed(tx, linkHash, now)
    const user = { id: link.workspace_user_id, directory_user_id: link.directory_user_id }
    const expiresAt = sessionEnd(link, now)
    const session = { ...arrival, user, now, signedInAt: now, origin: link, expiresAt }
    return { secret: await startSession(tx, session) }
  })
}

/** Opens a session for a person who was identified by their issuer: the cookie's secret. The caller has locked their row. */
export async function openSessionByIssuer(
  tx: Transaction,
  arrival: Arrival & Pick<NewSession, 'user' | 'now' | 'signedInAt'>,
): Promise<string> {
  // No one else opened it: it stays when the person gains a right.
  const origin = { maker_token_id: null, issuer_user_id: arrival.user.id, issuer_service_id: null }
  return startSession(tx, {
    ...arrival,
    origin,
    expiresAt: usualEnd(arrival.now),
    isByIssuer: true,
  })
}

type NewSession = Arrival & {
  user: { id: string; directory_user_id: string | null }
  origin: Pick<LinkRow, 'maker_token_id' | 'issuer_user_id' | 'issuer_service_id'>
  now: Date
  /** When they proved who they are; null if their issuer did not say. */
  signedInAt: Date | null
  expiresAt: Date
  isByIssuer?: boolean
}

async function startSession(
  tx: Transaction,
  { user, origin, now, signedInAt, expiresAt, isByIssuer = false, ...arrival }: NewSession,
): Promise<string> {
  const actor = { type: 'user', id: user.id, via: 'console', requestId: arrival.requestId } as const
  const secret = createSessionSecret()
  const session = await insertSession(tx, {
    workspace_user_id: user.id,
    maker_token_id: origin.maker_token_id,
    issuer_user_id: origin.issuer_user_id,
    issuer_service_id: origin.issuer_service_id,
    hash: hashToken(secret),
    user_agent: shownUserAgent(arrival.userAgent),
    expires_at: expiresAt,
    signed_in_at: signedInAt,
    idle_seconds: arrival.idleSeconds,
  })
  // After it, because who ends the others acts by this one.
  await endSessionsByHash(tx, arrival.earlierSessions, { actor, now })
  await record(tx, actor, [
    {
      event: 'access.session.create',
      record: { kind: 'session', id: session.id },
      parent: { kind: 'workspaceUser', id: user.id },
      subjectId: user.directory_user_id,
      changes: { expires_at: { old: null, new: instant(session.expires_at) } },
      details: { opened_with: isByIssuer ? 'issuer' : 'link' },
    },
  ])
  return secret
}

/** In twelve hours, or with the token that made the link if that ends sooner. */
function sessionEnd({ maker_expires_at: maker }: LinkRow, now: Date): Date {
  const at = usualEnd(now)
  return maker !== null && maker < at ? maker : at
}

function usualEnd(now: Date): Date {
  return new Date(now.getTime() + sessionLifeSeconds * 1000)
}

/** Keeps visible ASCII only, because a header is untrusted. */
function shownUserAgent(header: string | undefined): string | null {
  return header?.replaceAll(/[^\x20-\x7e]/g, '').slice(0, maximumUserAgent) || null
}
