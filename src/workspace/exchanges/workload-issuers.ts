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
    this.#log = log
    const keysOf = (issuer: string) =>
      new IssuerKeys(issuer, hosts, now, (error) =>
        log.warn({ issuer, why: reasonOf(error) }, 'the keys of an issuer can not be read'),
      )
    this.#keys = new Map(names.map((name) => [name, keysOf(name)]))
  }

  async loadKeys(jwt: string): Promise<void> {
    const { issuer = '', key } = claimsOf(jwt)
    await this.#keys.get(issuer)?.load(key)
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

  logRefused(
    requestId: string,
    { issuer, subject, audiences }: Partial<ProvenIdentity>,
    why: string,
  ) {
    const shown = audiences?.slice(0, 5).map((each) => clip(visible(each), 300))
    const of = { issuer, subject: subject && clip(visible(subject), 300), audiences: shown }
    this.#log.warn({ requestId, ...of, why }, 'a workload gets no token')
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
  { sub: subject, aud, exp = 0, iat = 0, jti }: JWTPayload,
  issuer: string,
  now: Date,
): ProvenIdentity | { fault: string } {
  if (iat > now.getTime() / 1000 + toleranceSeconds) return { fault: 'It was issued in the future' }
  if (exp - iat > longestLifeSeconds) return { fault: 'It is valid for more than 24 hours' }
  const isText = typeof subject === 'string' && refusedCharacter(subject) === undefined
  if (!isText || subject.length > longestSubject || subject.trim() !== subject || subject === '')
    return { fault: 'Its subject is too long, begins or ends with a blank, or is no text' }
  const audiences = [aud].flat().filter((each) => typeof each === 'string')
  const id = typeof jti === 'string' && refusedCharacter(jti) === undefined ? clip(jti) : undefined
  return { issuer, audiences, subject, ...(id !== undefined && { id }) }
}

/** In words that say what to look at. What is no error of JOSE is a key that can't be used: too short, or malformed. */
function faultOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'It has expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return `Its claim ${clip(error.claim)} is missing or not valid now`
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'Its issuer does not publish its key'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'Its algorithm is not accepted'
  if (error instanceof errors.JOSEError) return 'Its signature or form is not valid'
  return 'The key that its issuer publishes for it can not be used'
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
