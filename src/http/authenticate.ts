import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { unauthenticated } from './problem.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Services } from './services.ts'

/** The secret of `Authorization: Bearer …`; 401 without one. */
export function bearerSecret(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined)
    throw unauthenticated('Send your token in the header Authorization: Bearer <token>.')
  const secret = /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1]
  if (secret === undefined)
    throw unauthenticated('The Authorization header must read Bearer <token>.')
  return secret
}

/** The caller, from memory or the database; 401 when the token has no power, 429 when it is used too fast. */
export async function authenticate(
  services: Services,
  limit: RateLimit | undefined,
  secret: string,
): Promise<Caller> {
  const caller =
    services.authenticator.remembered(secret) ?? (await services.authenticator.find(secret))
  if (caller === undefined)
    throw unauthenticated('This token is unknown, expired or revoked, or its owner is not active.')
  limit?.take(caller.tokenId)
  return caller
}
