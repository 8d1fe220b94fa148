import type { Reader, Transaction } from '../../database/database.ts'
import { lockKeys } from '../../database/secrets/lock-keys.ts'
import { seal, unseal, type SecretOwner } from '../../database/secrets/seal.ts'
import type { SecretKind } from '../pull/connector.ts'
import type { SecretKeys } from '../../database/secrets/secret-keys.ts'

/** What a source asks for from those who read it: one secret, by its kind. */
export type Credentials = Partial<Record<SecretKind, string>>

/**
 * Encrypts and stores the credentials of an integration (a uuid). The key is loaded under a lock that a rotation waits for,
 * so none is used that is about to be dropped. @throws SecretKeyMissing
 */
export async function writeCredentials(
  tx: Transaction,
  keys: SecretKeys,
  { integrationId, credentials }: { integrationId: string; credentials: Credentials },
): Promise<void> {
  await lockKeys(tx, 'shared')
  const sealed = seal(await keys.load(), ownerOf(integrationId), JSON.stringify(credentials))
  const values = { key_id: sealed.keyId, nonce: sealed.nonce, ciphertext: sealed.ciphertext }
  await tx
    .insertInto('integration_secret')
    .values({ integration_id: integrationId, ...values })
    .onConflict((known) => known.column('integration_id').doUpdateSet(values))
    .execute()
}

export async function deleteCredentials(tx: Transaction, integrationId: string): Promise<void> {
  await tx.deleteFrom('integration_secret').where('integration_id', '=', integrationId).execute()
}

/** The credentials of an integration (a uuid); null without any. @throws SecretKeyMissing */
export async function readCredentials(
  db: Reader,
  keys: SecretKeys,
  integrationId: string,
): Promise<Credentials | null> {
  const row = await db
    .selectFrom('integration_secret')
    .select(['key_id', 'nonce', 'ciphertext'])
    .where('integration_id', '=', integrationId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { key_id: keyId, nonce, ciphertext } = row
  const stored: Credentials = JSON.parse(
    unseal(await keys.load(), ownerOf(integrationId), { keyId, nonce, ciphertext }),
  )
  return stored
}

function ownerOf(id: string): SecretOwner {
  return { kind: 'integration', id }
}

/** Encrypts all credentials with the current key, under {@link lockKeys}. @returns how many there are */
export async function updateAllCredentials(tx: Transaction, keys: SecretKeys): Promise<number> {
  const ring = await keys.load()
  const rows = await tx
    .selectFrom('integration_secret')
    .select(['integration_id', 'key_id', 'nonce', 'ciphertext'])
    .orderBy('integration_id')
    .execute()
  for (const { integration_id: id, key_id: keyId, nonce, ciphertext } of rows) {
    const sealed = seal(ring, ownerOf(id), unseal(ring, ownerOf(id), { keyId, nonce, ciphertext }))
    await tx
      .updateTable('integration_secret')
      .set({ key_id: sealed.keyId, nonce: sealed.nonce, ciphertext: sealed.ciphertext })
      .where('integration_id', '=', id)
      .execute()
  }
  return rows.length
}
