import type { FastifyInstance } from 'fastify'
import { useOf } from '../../http/callers/authenticate.ts'
import type { Services } from '../../http/route/services.ts'
import { sessionSecretOf } from '../../http/callers/session-cookie.ts'
import { uncachedHeaders } from '../../http/route/request-id.ts'

/** Adds `GET /session`, outside the API: whether this browser is signed in, without an error where it is not. */
export function registerSessionState(server: FastifyInstance, services: Services): void {
  const { authenticator, wrongTokens, publicOrigin } = services
  server.get('/session', async (request, reply) => {
    const secret = sessionSecretOf(request.headers.cookie ?? '', publicOrigin)
    const caller =
      secret === undefined ? undefined : await authenticator.find(secret, useOf(services, request))
    const tooMany =
      secret !== undefined && caller === undefined ? wrongTokens?.count(request.raw) : undefined
    if (tooMany !== undefined) throw tooMany
    return reply.headers(uncachedHeaders(request.id)).send({ is_signed_in: caller !== undefined })
  })
}
