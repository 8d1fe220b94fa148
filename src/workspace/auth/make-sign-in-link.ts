import type { Actor } from '../../access/caller.ts'
import { issuerColumns } from '../tokens/issuer.ts'
import { createSignInCode, hashToken } from '../../access/token-secret.ts'
import { record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { instant } from '../../http/shapes/schema.ts'
import { insertLink } from './queries.ts'

const lifeMilliseconds = 600_000

export type NewLink = {
  user: { id: string; directory_user_id: string | null }
  /** What the person might do when that was looked at (findRights); with anything else it opens nothing. */
  rights: Buffer
  /** The token that creates the link, which bounds the session's life; null from the command line. */
  makerTokenId: string | null
  /** The issuer; null for the command line. */
  issuer: Actor | null
  actor: AuditActor
  now: Date
  publicOrigin: string
}

/**
 * Stores a link that signs this person in once, by the hash of its code, with its audit row. The caller has checked
 * the permission. Returns the address, which is stored nowhere.
 */
export async function makeSignInLink(
  tx: Transaction,
  { user, rights, makerTokenId, issuer, actor, now, publicOrigin }: NewLink,
): Promise<{ url: string; expiresAt: Date }> {
  const code = createSignInCode()
  const expiresAt = new Date(now.getTime() + lifeMilliseconds)
  await insertLink(tx, {
    hash: hashToken(code),
    workspace_user_id: user.id,
    maker_token_id: makerTokenId,
    ...issuerColumns(issuer),
    rights,
    expires_at: expiresAt,
  })
  await record(tx, actor, [
    {
      event: 'access.sign_in_link.create',
      record: { kind: 'workspaceUser', id: user.id },
      subjectId: user.directory_user_id,
      details: { sign_in_link_expires_at: instant(expiresAt) },
    },
  ])
  return { url: `${publicOrigin}/sign-in/${code}`, expiresAt }
}
