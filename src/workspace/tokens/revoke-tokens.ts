import { sql, type RawBuilder } from 'kysely'
import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { instant } from '../../http/schema.ts'
import { markRevoked, type TokenRow } from './queries.ts'
import { ownerPosition } from './token-audit.ts'

type Revocation = { actor: AuditActor; now: Date }

/** Revokes one token and every token that was made from it, however far down. One audit row each. */
export async function revokeToken(
  tx: Transaction,
  tokenId: string,
  revocation: Revocation,
): Promise<void> {
  await revokeDown(tx, sql<boolean>`id = ${tokenId}`, revocation)
}

/** Revokes every token of a service, and what was made from them. */
export async function revokeServiceTokens(
  tx: Transaction,
  serviceId: string,
  revocation: Revocation,
): Promise<void> {
  await revokeDown(tx, sql<boolean>`service_id = ${serviceId}`, revocation)
}

/**
 * Revokes the tokens that this person made while they were signed in as somebody else, and what was made from those.
 * What they issued for services stays: it is the services'.
 */
export async function revokeTokensOfOthers(
  tx: Transaction,
  workspaceUserId: string,
  revocation: Revocation,
): Promise<void> {
  const first = sql<boolean>`workspace_user_id <> ${workspaceUserId} and parent_token_id in (
    select id from token where workspace_user_id = ${workspaceUserId})`
  await revokeDown(tx, first, revocation)
}

/**
 * Level by level, so that each level is read after its parents were locked: a token that was being made from one
 * of them has committed by then, or fails when it is made (see holdCredential).
 */
async function revokeDown(
  tx: Transaction,
  first: RawBuilder<boolean>,
  { actor, now }: Revocation,
): Promise<void> {
  let level = await markRevoked(tx, first, now)
  while (level.length > 0) {
    await record(tx, actor, level.map(revocationEntry))
    const ids = level.map((token) => token.id)
    level = await markRevoked(tx, sql<boolean>`parent_token_id = any (${ids}::uuid[])`, now)
  }
}

function revocationEntry(token: TokenRow): AuditEntry {
  const at = token.revoked_at === null ? null : instant(token.revoked_at)
  return {
    event: 'workspace.token.revoke',
    record: { kind: 'token', id: token.id },
    parent: ownerPosition(token),
    changes: { revoked_at: { old: null, new: at } },
  }
}
