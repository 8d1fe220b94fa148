import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import type { ProvenIdentity, WorkloadIssuers } from '../../access/workload-identity.ts'
import { clip, refusedCharacter, visible } from '../../contract/text.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { IssuerKeys } from './issuer-keys.ts'

const toleranceSeconds = 60
const longestLifeSeconds = 24 * 3600
const longestSubject = 1000

/** A key that both sides know would let anybody with a public key sign. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

type Log = { warn(details: object, message: string): void }

/** The issuers of the configuration. Their keys are read from their own hosts only. */
export class KnownWorkloadIssuers implements WorkloadIssuers {
  readonly names: readonly string[]
  readonly #keys: ReadonlyMap<string, IssuerKeys>
  readonly #log: Log

  constructor(names: readonly string[], log: Log, now = () => performance.now()) {
    const hosts = new Set(names.map((name) => new URL(name).host))
    this.names = names
    this.#keys = new Map(names.map((name) => [name, new IssuerKeys(name, hosts, now)]))
    this.#log = log
  }

  async loadKeys(jwt: string): Promise<void> {
    const { issuer = '', key } = claimsOf(jwt)
    await this.#keys
      .get(issuer)
      ?.load(key)
      .catch((error: unknown) =>
        this.#log.warn({ issuer, why: reasonOf(error) }, 'the keys of an issuer can not be read'),
      )
  }

  async identify(jwt: string, now: Date): Promise<ProvenIdentity | { fault: string }> {
    const { issuer } = claimsOf(jwt)
    if (issuer === undefined) return { fault: 'It is no JWT with an issuer' }
    const keys = this.#keys.get(issuer)
    if (keys === undefined) return { fault: 'Its issuer is not one that Muster knows' }
    if (keys.find === undefined) throw unreachable()
    try {
      const { payload } = await jwtVerify(jwt, keys.find, {
        issuer,
        algorithms,
        clockTolerance: toleranceSeconds,
        currentDate: now,
        requiredClaims: ['aud', 'exp', 'iat', 'sub'],
      })
      return identityOf(payload, issuer, now)
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }
}

/** What a token says before it is verified. */
function claimsOf(jwt: string): { issuer?: string; key?: unknown } {
  try {
    const { iss } = decodeJwt(jwt)
    return typeof iss === 'string' ? { issuer: iss, key: decodeProtectedHeader(jwt).kid } : {}
  } catch {
    return {}
  }
}

/** The library compares `exp`, `nbf` and `iss`; types are what was sent. */
function identityOf(
  { sub: subject, aud, exp = 0, iat = 0 }: JWTPayload,
  issuer: string,
  now: Date,
): ProvenIdentity | { fault: string } {
  if (iat > now.getTime() / 1000 + toleranceSeconds) return { fault: 'It was issued in the future' }
  if (exp - iat > longestLifeSeconds) return { fault: 'It is valid for more than 24 hours' }
  const isText = typeof subject === 'string' && refusedCharacter(subject) === undefined
  if (!isText || subject.length > longestSubject)
    return { fault: 'Its subject is too long or no text' }
  const audiences = [aud].flat().filter((each) => typeof each === 'string')
  return { issuer, audiences, subject }
}

/** In words that say what to look at; rejects for what is no fault of the token. */
function faultOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'It has expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return `Its claim ${clip(error.claim)} is missing or not valid now`
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'Its issuer does not publish its key'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'Its algorithm is not accepted'
  if (error instanceof errors.JOSEError) return 'Its signature or form is not valid'
  throw error
}

function unreachable(): Problem {
  const message = 'The issuer of this token does not answer just now. Try again in a moment.'
  return new Problem(503, message, { headers: { 'retry-after': '5' } })
}

/** For the log: names and messages, never a token. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return clip(visible(error.message + cause), 500)
}
