import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6
const tokenPattern = /^mst_[us][0-9A-Za-z]{38}$/
const anyPattern = /^mst_[a-z][0-9A-Za-z]{38}$/

/** The kind of owner of a token, which its type letter shows. */
export type TokenType = 'user' | 'service'

const letters = {
  user: 'u',
  service: 's',
  session: 'w',
  signInLink: 'l',
  loginCode: 'c',
  scim: 'p',
} as const

/** A fresh secret: `mst_`, the type letter, 32 random base-62 characters and 6 of CRC-32 over what precedes them. */
export function createTokenSecret(type: TokenType): string {
  return createSecret(type)
}

/** The secret that a browser's cookie holds, in the form of a token, so that logs and scanners know it too. */
export function createSessionSecret(): string {
  return createSecret('session')
}

/** The secret in the address of a sign-in link, in the same form. */
export function createSignInCode(): string {
  return createSecret('signInLink')
}

/** The code that a browser hands to `muster login`, in the same form. */
export function createLoginCode(): string {
  return createSecret('loginCode')
}

/** The secret with which an identity provider pushes into one integration, in the same form. */
export function createScimSecret(): string {
  return createSecret('scim')
}

function createSecret(type: keyof typeof letters): string {
  const random = Array.from({ length: randomLength }, () => base62.charAt(randomInt(base62.length)))
  const body = `mst_${letters[type]}${random.join('')}`
  return body + checksum(body)
}

/** True when the text has the form and the checksum of a token: a typing error never reaches the database. */
export function isTokenSecret(text: string): boolean {
  return tokenPattern.test(text) && hasChecksum(text)
}

/** True when it is of the kind that only a cookie may carry. */
export function isSessionSecret(text: string): boolean {
  return isOfType('session', text)
}

export function isSignInCode(text: string): boolean {
  return isOfType('signInLink', text)
}

export function isLoginCode(text: string): boolean {
  return isOfType('loginCode', text)
}

export function isScimSecret(text: string): boolean {
  return isOfType('scim', text)
}

function isOfType(type: keyof typeof letters, text: string): boolean {
  return text.startsWith(`mst_${letters[type]}`) && anyPattern.test(text) && hasChecksum(text)
}

function hasChecksum(text: string): boolean {
  return text.endsWith(checksum(text.slice(0, -checksumLength)))
}

/** The SHA-256 by which a token, or another of these secrets, is stored and found. */
export function hashToken(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
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
