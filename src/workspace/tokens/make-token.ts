import type { Actor } from '../../access/caller.ts'
import { record, type AuditActor } from '../../audit/record.ts'
import { hashToken } from '../../access/token-secret.ts'
import type { Transaction } from '../../database/database.ts'
import { insertToken, type TokenOwner, type TokenRow } from './queries.ts'
import { creationEntry } from './token-audit.ts'

export type NewTokenValues = {
  secret: string
  name: string
  owner: TokenOwner
  /** The token that it dies with; null for one that depends on none. */
  parentTokenId: string | null
  scopes: string[]
  /** The issuer; null for the command line. */
  issuer: Actor | null
  expiresAt: Date
  /** The identity of a workload that it was given in exchange for; undefined for one that a caller made. */
  exchangedFor?: { issuer: string; subject: string; audience: string; jti?: string }
}

/** Stores a token by the hash of its secret, with its audit row. Whether it may be made was asked before. */
export async function makeToken(
  tx: Transaction,
  actor: AuditActor,
  { secret, exchangedFor, ...values }: NewTokenValues,
): Promise<TokenRow> {
  const isExchanged = exchangedFor !== undefined
  const token = await insertToken(tx, { ...values, hash: hashToken(secret), isExchanged })
  await record(tx, actor, [{ ...creationEntry(token), details: exchangedFor }])
  return token
}
