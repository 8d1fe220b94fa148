import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { lockKeys } from '../../database/secrets/lock-keys.ts'
import { seal, unseal, type Sealed, type SecretOwner } from '../../database/secrets/seal.ts'
import { SecretKeyMissing, type KeyRing } from '../../database/secrets/secret-key.ts'
import type { SecretKeys } from '../../database/secrets/secret-keys.ts'
import { unprocessable } from '../../http/refusals/problem.ts'

/** As Standard Webhooks writes secrets: `whsec_`, and the bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Encrypts the secret of a webhook (a uuid), to be stored in this transaction. 422 without a key. */
export async function sealWebhookSecret(
  tx: Transaction,
  keys: SecretKeys,
  { id, secret }: { id: string; secret: string },
): Promise<Sealed> {
  return sealField(tx, keys, { owner: ownerOf(id), field: 'secret', secret })
}

/** Encrypts what was sent as a field, to be stored in this transaction. 422 without a key. */
export async function sealField(
  tx: Transaction,
  keys: SecretKeys,
  { owner, field, secret }: { owner: SecretOwner; field: string; secret: string },
): Promise<Sealed> {
  await lockKeys(tx, 'shared')
  try {
    return seal(await keys.load(), owner, secret)
  } catch (error) {
    if (error instanceof SecretKeyMissing)
      throw unprocessable({ [field]: [`can't be stored: ${error.message}`] })
    throw error
  }
}

type SecretRow = {
  id: string
  key_id: string
  nonce: Buffer
  ciphertext: Buffer
  former_key_id: string | null
  former_nonce: Buffer | null
  former_ciphertext: Buffer | null
}

const columns = sql`id, key_id, nonce, ciphertext, former_key_id, former_nonce, former_ciphertext`

/** The secrets that sign messages now: the present one, and the former one until its time. @throws SecretKeyMissing */
export async function readWebhookSecrets(
  db: Reader,
  keys: SecretKeys,
  id: string,
): Promise<string[]> {
  const { rows } = await sql<SecretRow & { has_former: boolean }>`
    select ${columns}, coalesce(former_until > clock_timestamp(), false) as has_former from webhook where id = ${id}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) return []
  const ring = await keys.load()
  return sealedIn(row)
    .slice(0, row.has_former ? 2 : 1)
    .map((sealed) => unseal(ring, ownerOf(id), sealed))
}

/** Encrypts all secrets with the current key, under the lock of keys. @returns how many there are */
export async function resealWebhooks(tx: Transaction, keys: SecretKeys): Promise<number> {
  const ring = await keys.load()
  const { rows } = await sql<SecretRow>`
    select ${columns} from webhook order by id for no key update`.execute(tx)
  for (const row of rows) await reseal(tx, ring, row)
  return rows.length
}

/** The version stays: nothing that is shown has changed. */
async function reseal(tx: Transaction, ring: KeyRing, row: SecretRow): Promise<void> {
  const owner = ownerOf(row.id)
  const [current, former] = sealedIn(row).map((sealed) =>
    seal(ring, owner, unseal(ring, owner, sealed)),
  )
  await sql`
    update webhook set key_id = ${current?.keyId}, nonce = ${current?.nonce}, ciphertext = ${current?.ciphertext},
      former_key_id = ${former?.keyId ?? null}, former_nonce = ${former?.nonce ?? null},
      former_ciphertext = ${former?.ciphertext ?? null} where id = ${row.id}`.execute(tx)
}

function sealedIn(row: SecretRow): Sealed[] {
  const { key_id: keyId, nonce, ciphertext } = row
  const { former_key_id: formerId, former_nonce: formerNonce, former_ciphertext: former } = row
  const current = { keyId, nonce, ciphertext }
  if (formerId === null || formerNonce === null || former === null) return [current]
  return [current, { keyId: formerId, nonce: formerNonce, ciphertext: former }]
}

function ownerOf(id: string): SecretOwner {
  return { kind: 'webhook', id }
}
