import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { lockKeys } from '../../database/secrets/lock-keys.ts'
import { resealWebhooks } from '../../events/webhooks/webhook-secrets.ts'
import { resealChatAddresses } from '../../notices/settings/chat-address.ts'
import { updateAllCredentials } from './stored-credentials.ts'
import type { SecretKey } from '../../database/secrets/secret-key.ts'
import { newKey, replaceKeyFile, type SecretKeys } from '../../database/secrets/secret-keys.ts'

/** `former`: ids of keys that nothing is encrypted with any more. `credentials`: of sources, secrets of webhooks and addresses of chats. */
export type KeyRotation = {
  key: string
  former: readonly string[]
  credentials: number
  file: string | null
}

/**
 * Encrypts all credentials, secrets of webhooks and addresses of chats with the key of the environment, or with a new one in the key file. The former key stays in the
 * file until everything is encrypted with the new one, so that a rotation which is cut short can be repeated, and one that comes
 * meanwhile finds it. @throws SecretKeyMissing
 */
export async function rotateKeys(
  database: Database,
  keys: SecretKeys,
  actor: AuditActor,
): Promise<KeyRotation> {
  const { file } = keys
  const rotation = await database.transaction(async ({ tx }) => {
    await lockKeys(tx, 'exclusive')
    const former = await formerOf(keys)
    if (file !== null) await replaceKeyFile(file, [newKey(), ...former])
    const credentials =
      (await updateAllCredentials(tx, keys)) +
      (await resealWebhooks(tx, keys)) +
      (await resealChatAddresses(tx, keys))
    const { current } = await keys.load()
    const rotation = { key: current.id, former: former.map(({ id }) => id), credentials, file }
    await record(tx, actor, [rotationEntry(rotation)])
    return rotation
  })
  if (file !== null)
    await database.transaction(({ tx }) => dropKeys(tx, keys, file, rotation.former))
  return rotation
}

/** The name of a key has half of the digits of a uuid. */
function rotationEntry({ key, former, credentials }: KeyRotation): AuditEntry {
  return {
    event: 'workspace.secret_key.rotate',
    record: { kind: 'secretKey', id: key.padEnd(32, '0') },
    details: { key, former_keys: [...former], credentials },
  }
}

async function formerOf(keys: SecretKeys): Promise<readonly SecretKey[]> {
  const { current, former } = await keys.load()
  return keys.file === null ? former : [current, ...former]
}

/** Leaves the keys in the file that another rotation has put there meanwhile. */
async function dropKeys(
  tx: Transaction,
  keys: SecretKeys,
  file: string,
  dropped: readonly string[],
): Promise<void> {
  await lockKeys(tx, 'exclusive')
  const { current, former } = await keys.load()
  await replaceKeyFile(
    file,
    [current, ...former].filter(({ id }) => !dropped.includes(id)),
  )
}
