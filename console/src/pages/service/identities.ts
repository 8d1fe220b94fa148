import type { Service } from './use-service.ts'

type Identity = Service['workload_identities'][number]
type SentIdentity = Pick<Identity, 'issuer' | 'audience' | 'subject'> & { scopes?: string[] }

const between = ' | '

/** An identity as it is shown and edited: one line. */
export function lineOf({ issuer, audience, subject, scopes }: Identity): string {
  return [issuer, audience, subject, ...(scopes.length === 0 ? [] : [scopes.join(', ')])].join(
    between,
  )
}

/** The identities of lines. Without scopes they keep what they have, or get the usual ones. */
export function identitiesIn(text: string): SentIdentity[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [issuer = '', audience = '', subject = '', ...rest] = line
        .split(between)
        .map((part) => part.trim())
      const scopes = rest
        .join(',')
        .split(/[\s,]+/)
        .filter((each) => each !== '')
      const identity = { issuer, audience, subject }
      return scopes.length === 0 ? identity : Object.assign(identity, { scopes })
    })
}
