import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endSession } from '../../access/end-access.ts'
import { logWrite } from '../../http/request-log.ts'
import { requireSameOrigin } from '../../http/same-origin.ts'
import type { Services } from '../../http/services.ts'
import { clearedSessionCookie, sessionSecretOf } from '../../http/session-cookie.ts'
import { uncachedHeaders } from '../../http/uncached-headers.ts'

/**
 * Adds `POST /sign-out`, which ends the session of this browser, outside the API: it needs no permission, because people
 * without any must be able to sign out too. It is the same whether there was a session or not. `url` of the response is the
 * path to open next: where there are issuers it signs the person out there too, if the issuer offers that.
 */
export function registerSignOut(server: FastifyInstance, services: Services): void {
  server.post(
    '/sign-out',
    {
      config: { operation: 'signOut' },
      onResponse: async (request, reply) => logWrite(request, reply),
    },
    (request, reply) => signOut(services, request, reply),
  )
}

async function signOut(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, authenticator, publicOrigin } = services
  requireSameOrigin(request.headers, publicOrigin)
  const secret = sessionSecretOf(request.headers.cookie ?? '')
  const caller = secret === undefined ? undefined : await authenticator.find(secret)
  if (caller !== undefined)
    await database.transaction(async ({ tx, now }) => {
      const actor = { type: 'user', id: caller.id, via: 'console', requestId: request.id } as const
      await endSession(tx, caller.credential.id, { actor, now })
    })
  return reply
    .code(200)
    .headers({
      ...uncachedHeaders(request.id),
      'set-cookie': clearedSessionCookie(publicOrigin),
    })
    .send({ url: services.issuers.length === 0 ? '/' : '/auth/oidc/sign-out' })
}
