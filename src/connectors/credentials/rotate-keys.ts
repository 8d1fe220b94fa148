import type { Database } from '../../database/database.ts'
import { updateAllCredentials } from './stored-credentials.ts'
import type { SecretKey } from '../../database/secrets/secret-key.ts'
import { newKey, replaceKeyFile, type SecretKeys } from '../../database/secrets/secret-keys.ts'

/** `former`: ids of keys that nothing is encrypted with any more. */
export type KeyRotation = {
  key: string
  former: readonly string[]
  credentials: number
  file: string | null
}

/**
 * Encrypts all credentials with the key of the environment, or with a new one in the key file. The former key stays in the
 * file until everything is encrypted with the new one, so that a rotation which is cut short can be repeated.
 * @throws SecretKeyMissing
 */
export async function rotateKeys(database: Database, keys: SecretKeys): Promise<KeyRotation> {
  const before = await keys.load()
  const { file } = keys
  const former: readonly SecretKey[] =
    file === null ? before.former : [before.current, ...before.former]
  if (file !== null) await replaceKeyFile(file, [newKey(), ...former])
  const credentials = await database.transaction(({ tx }) => updateAllCredentials(tx, keys))
  const { current } = await keys.load()
  if (file !== null) await replaceKeyFile(file, [current])
  return { key: current.id, former: former.map(({ id }) => id), credentials, file }
}
