import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { seal, unseal, type Sealed, type SecretOwner } from '../../database/secrets/seal.ts'
import type { SecretKeys } from '../../database/secrets/secret-keys.ts'
import { sealField } from '../../events/webhooks/webhook-secrets.ts'

/** Encrypts the address of a person's chat, to be stored in this transaction. 422 without a key. */
export async function sealChatAddress(
  tx: Transaction,
  keys: SecretKeys,
  { userId, url }: { userId: string; url: string },
): Promise<Sealed> {
  return sealField(tx, keys, { owner: ownerOf(userId), field: 'chat_url', secret: url })
}

type SealedRow = { id: string; key_id: string; nonce: Buffer; ciphertext: Buffer }

const sealedRows = sql`
  select workspace_user_id as id, key_id, nonce, ciphertext from notice_setting where chat_type is not null`

/** @throws SecretKeyMissing */
export async function readChatAddress(
  db: Reader,
  keys: SecretKeys,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await sql<SealedRow>`
    select * from (${sealedRows}) r where id = ${userId}`.execute(db)
  const [row] = rows
  return row === undefined ? undefined : unseal(await keys.load(), ownerOf(userId), sealedIn(row))
}

/** Encrypts all addresses of chats with the current key, under the lock of keys. @returns how many there are */
export async function resealChatAddresses(tx: Transaction, keys: SecretKeys): Promise<number> {
  const ring = await keys.load()
  const { rows } = await sql<SealedRow>`${sealedRows} order by 1 for no key update`.execute(tx)
  for (const row of rows) {
    const owner = ownerOf(row.id)
    const { keyId, nonce, ciphertext } = seal(ring, owner, unseal(ring, owner, sealedIn(row)))
    await sql`
      update notice_setting set key_id = ${keyId}, nonce = ${nonce}, ciphertext = ${ciphertext}
      where workspace_user_id = ${row.id}`.execute(tx)
  }
  return rows.length
}

function sealedIn({ key_id: keyId, nonce, ciphertext }: SealedRow): Sealed {
  return { keyId, nonce, ciphertext }
}

function ownerOf(id: string): SecretOwner {
  return { kind: 'notice setting', id }
}
