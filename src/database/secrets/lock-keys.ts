import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

const lockName = sql`hashtextextended('muster secret keys', 0)`

/**
 * Until the end of the transaction: `exclusive` for a rotation, which writers of secrets and other rotations wait for; `shared`
 * for a secret that is encrypted and stored, so that no key is used that is about to be dropped.
 */
export async function lockKeys(tx: Transaction, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await sql`select ${lock}(${lockName})`.execute(tx)
}
