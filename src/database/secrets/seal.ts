import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyOf, SecretKeyMissing, type KeyRing } from './secret-key.ts'

/** Encrypted text, and the id of its key. */
export type Sealed = { keyId: string; nonce: Buffer; ciphertext: Buffer }

const algorithm = 'aes-256-gcm'
const tagBytes = 16

/** The record (a uuid) that a secret belongs to. */
export type SecretOwner = { kind: 'integration' | 'webhook' | 'notice setting'; id: string }

/** Encrypts a text for its owner: moved to another owner's row it can't be decrypted. */
export function seal({ current }: KeyRing, owner: SecretOwner, text: string): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, current.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(owner))
  const encrypted = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return { keyId: current.id, nonce, ciphertext: Buffer.concat(encrypted) }
}

/** @throws SecretKeyMissing without its key, or if it was altered */
export function unseal(
  ring: KeyRing,
  owner: SecretOwner,
  { keyId, nonce, ciphertext }: Sealed,
): string {
  const key = keyOf(ring, keyId)
  const decipher = createDecipheriv(algorithm, key.bytes, nonce, { authTagLength: tagBytes })
  decipher.setAAD(boundTo(owner))
  decipher.setAuthTag(ciphertext.subarray(-tagBytes))
  try {
    const text = [decipher.update(ciphertext.subarray(0, -tagBytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch (error) {
    throw new SecretKeyMissing(
      `The stored secret was altered, or belongs to another ${owner.kind}. Send it again.`,
      { cause: error },
    )
  }
}

function boundTo({ kind, id }: SecretOwner): Buffer {
  return Buffer.from(`muster ${kind} ${id}`)
}
