import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'

export type LoginCodeRow = {
  session_id: string
  challenge: Buffer
  redirect_uri: string | null
  name: string
  scopes: string[]
  token_expires_at: Date
  expires_at: Date
  used_at: Date | null
}

export async function insertLoginCode(
  tx: Transaction,
  code: Omit<LoginCodeRow, 'used_at'> & { hash: Buffer },
): Promise<void> {
  await tx.insertInto('login_code').values(code).execute()
}

/** The code of that hash, with its row locked until the transaction ends. */
export async function lockLoginCode(
  tx: Transaction,
  hash: Buffer,
): Promise<LoginCodeRow | undefined> {
  const { rows } = await sql<LoginCodeRow>`
    select session_id, challenge, redirect_uri, name, scopes, token_expires_at, expires_at, used_at
    from login_code where hash = ${hash} for update`.execute(tx)
  return rows[0]
}

export async function markLoginCodeUsed(tx: Transaction, hash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('login_code').set({ used_at: now }).where('hash', '=', hash).execute()
}

/** The token that opened a session; null where none did. */
export async function makerOfSession(db: Reader, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .select('maker_token_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.maker_token_id ?? null
}
