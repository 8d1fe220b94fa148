import type { FastifyRequest } from 'fastify'
import { secretKey, type Use } from '../../access/authenticator.ts'
import type { Caller } from '../../access/caller.ts'
import { isSessionSecret } from '../../access/token-secret.ts'
import { noCredential, unauthenticated, type Problem } from '../refusals/problem.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import { sessionSecretOf } from './session-cookie.ts'
import type { Services } from '../route/services.ts'

/** The secret of `Authorization: Bearer …` or, without that header, of the session's cookie; 401 without either. */
export function credentialSecret(
  request: FastifyRequest,
  { publicOrigin }: Pick<Services, 'publicOrigin'>,
): string {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) return bearerSecret(authorization)
  const secret = cookie === undefined ? undefined : sessionSecretOf(cookie, publicOrigin)
  if (secret === undefined) throw noCredential()
  return secret
}

function bearerSecret(header: string): string {
  const secret = /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1]
  if (secret === undefined)
    throw unauthenticated('The Authorization header must read Bearer <token>.')
  // Browsers send cookies automatically and programs send tokens on purpose, with different rules: no secret is
  // both.
  if (isSessionSecret(secret)) throw unauthenticated('A session is no token; make a token.')
  return secret
}

/** The use of a credential by a request. */
export function useOf({ clientAddresses }: Services, request: FastifyRequest): Use {
  return { address: clientAddresses.of(request.raw), isUse: isUse(request) }
}

/**
 * The caller, from memory or the database; 401 for a credential without power there, 429 when it is used too fast.
 */
export async function authenticate(
  { authenticator }: Services,
  limit: RateLimit | undefined,
  secret: string,
  { cost = 1, use }: { cost?: number; use: Use },
): Promise<Caller> {
  const caller =
    authenticator.remembered(secretKey(secret), use) ?? (await authenticator.find(secret, use))
  if (caller === undefined) throw invalidCredential(secret)
  limit?.take(caller.credential.id, cost)
  return caller
}

/** Whether a person is behind a request, and not a page that reads again by itself, which says so. A change is always someone's. */
function isUse({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method !== 'GET' || headers['muster-background'] !== 'true'
}

/** 401 for a secret that opens nothing now. */
export function invalidCredential(secret: string): Problem {
  return unauthenticated(
    isSessionSecret(secret)
      ? 'This session has ended, or its owner is not active. Sign in again.'
      : 'This token is unknown, expired or revoked, its owner is not active, or it may not be used from this address.',
  )
}
