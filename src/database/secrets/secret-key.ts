import { createHash } from 'node:crypto'

/** A key of AES-256. `id` names it beside what it encrypted, and tells nothing about it. */
export type SecretKey = { id: string; bytes: Buffer }

/** The key that encrypts from now on, and former ones that still decrypt. */
export type KeyRing = { current: SecretKey; former: readonly SecretKey[] }

/** Keys can't be had, or not the one that is needed. The message says what to do. */
export class SecretKeyMissing extends Error {
  override name = 'SecretKeyMissing'
}

export function secretKeyOf(bytes: Buffer): SecretKey {
  if (bytes.length !== 32) throw new Error('a secret key has 32 bytes')
  const digest = createHash('sha256').update('muster secret key\n').update(bytes).digest('hex')
  return { id: digest.slice(0, 16), bytes }
}

/** The key in base64; undefined if that isn't 32 bytes. */
export function parseSecretKey(text: string): SecretKey | undefined {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === 32 ? secretKeyOf(bytes) : undefined
}

/** The key with that id. @throws SecretKeyMissing */
export function keyOf({ current, former }: KeyRing, id: string): SecretKey {
  const found = [current, ...former].find((key) => key.id === id)
  if (found !== undefined) return found
  throw new SecretKeyMissing(
    `The credentials were encrypted with the key ${id}, which this process doesn't have (it has ${current.id}). ` +
      'Give every process the same MUSTER_SECRET_KEY or key file, or send the credentials again.',
  )
}
