import { sign } from 'node:crypto'
import type { ServiceAccountKey } from './service-account-key.ts'

export type Assertion = {
  /** As whom is read. */
  subject: string
  scopes: readonly string[]
  /** Where the token is asked for. */
  audience: string
  /** Milliseconds. */
  now: number
}

const lifeSeconds = 3600

/** A claim of the service account to act for someone (RFC 7523), signed with its key. */
export function signedAssertion(
  { clientEmail, keyId, privateKey }: ServiceAccountKey,
  { subject, scopes, audience, now }: Assertion,
): string {
  const issuedAt = Math.floor(now / 1000)
  const header = { alg: 'RS256', typ: 'JWT', kid: keyId }
  const claims = {
    iss: clientEmail,
    sub: subject,
    scope: scopes.join(' '),
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
  }
  const signed = `${encoded(header)}.${encoded(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
