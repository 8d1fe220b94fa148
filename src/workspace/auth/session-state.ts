import type { FastifyInstance } from 'fastify'
import { isUse } from '../../http/authenticate.ts'
import type { Services } from '../../http/services.ts'
import { sessionSecretOf } from '../../http/session-cookie.ts'
import { uncachedHeaders } from '../../http/uncached-headers.ts'

/** Adds `GET /session`, outside the API: whether this browser is signed in, without an error where it is not. */
export function registerSessionState(
  server: FastifyInstance,
  { authenticator, wrongTokens, publicOrigin }: Services,
): void {
  server.get('/session', async (request, reply) => {
    const secret = sessionSecretOf(request.headers.cookie ?? '', publicOrigin)
    const caller =
      secret === undefined ? undefined : await authenticator.find(secret, isUse(request))
    const tooMany =
      secret !== undefined && caller === undefined ? wrongTokens?.count(request.raw) : undefined
    if (tooMany !== undefined) throw tooMany
    return reply.headers(uncachedHeaders(request.id)).send({ is_signed_in: caller !== undefined })
  })
}
