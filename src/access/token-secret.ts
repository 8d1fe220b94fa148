import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6
const pattern = /^mst_[us][0-9A-Za-z]{38}$/

/** Whose token it is, told by its type letter. */
export type TokenType = 'user' | 'service'

/** A fresh secret: `mst_`, the type letter, 32 random base-62 characters and 6 of CRC-32 over what precedes them. */
export function createTokenSecret(type: TokenType): string {
  const random = Array.from({ length: randomLength }, () => base62.charAt(randomInt(base62.length)))
  const body = `mst_${type.charAt(0)}${random.join('')}`
  return body + checksum(body)
}

/** True when the text has the form and the checksum of a token: a typing error never reaches the database. */
export function isTokenSecret(text: string): boolean {
  return pattern.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)))
}

/** The SHA-256 by which a token is stored and found. */
export function hashToken(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < checksumLength; index++) {
    text = base62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
