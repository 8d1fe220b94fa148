import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeId } from '../../contract/ids.ts'
import { noteRefusal } from '../../http/writes/audit-refusal.ts'
import { costOfBody, parsedBody, parseInTurns } from '../../http/writes/json-body.ts'
import { sentId, searchOf } from '../../http/route/params.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { contentType, scimAddress } from '../../http/route/protocol.ts'
import { codingFor, sendCoded } from '../../http/bodies/compression.ts'
import { RateLimit } from '../../http/limits/rate-limit.ts'
import { logWrite } from '../../http/route/request-log.ts'
import type { Services } from '../../http/route/services.ts'
import { acceptedOf } from '../../http/bodies/media-types.ts'
import { uncachedHeaders } from '../../http/route/request-id.ts'
import { authenticateScim, DeactivatedIntegration, type ScimCaller } from './authenticate-scim.ts'
import { bulkRoute } from './bulk-route.ts'
import { discoveryRoutes } from './discovery-routes.ts'
import { resourceRoutes } from './resource-routes.ts'
import { scimProtocol } from './scim-problem.ts'
import type { ScimAnswer, ScimRequest, ScimRoute } from './scim-route.ts'

/**
 * Adds the SCIM 2.0 endpoints of all integrations, `/scim/v2/{integration}`. They are no part of the API: an identity provider speaks
 * RFC 7644, with a secret of the integration in place of a token.
 */
export function registerScimRoutes(server: FastifyInstance, services: Services): void {
  const { rateLimit } = services
  const limit = rateLimit === null ? undefined : new RateLimit(rateLimit)
  for (const route of withSlashes([...resourceRoutes, ...discoveryRoutes, bulkRoute])) {
    const isRead = route.method === 'GET'
    const audited = (request: FastifyRequest) => (error: unknown) =>
      auditRefusal(services, { operation: route.operation, request }, error)
    server.route({
      method: route.method,
      url: `${scimProtocol.prefix}/:integration${route.path}`,
      config: { operation: route.operation },
      exposeHeadRoute: isRead,
      ...(!isRead && {
        onResponse: async (request: FastifyRequest, reply: FastifyReply) =>
          logWrite(request, reply),
      }),
      onRequest: async (request) => {
        const arrived = arrive(services, limit, request)
        arrivals.set(request, await (isRead ? arrived : arrived.catch(audited(request))))
      },
      handler: async (request, reply) => {
        const caller = arrivals.get(request)
        if (caller === undefined) throw new Error('the request was not authenticated')
        const charge = (cost: number) => limit?.takeMore(caller.secretId, cost)
        charge(costOfBody(request))
        await parseInTurns(request, scimProtocol)
        const answered = route.handle({ ...readRequest(services, caller, request), charge })
        return send(request, reply, await (isRead ? answered : answered.catch(audited(request))))
      },
    })
  }
}

/** Clients write a slash at the end of some paths: `/Users/?filter=…`. */
function withSlashes(routes: readonly ScimRoute[]): ScimRoute[] {
  const lists = routes.filter(({ path }) => !path.endsWith('/:id'))
  return [...routes, ...lists.map(withSlash)]
}

function withSlash(route: ScimRoute): ScimRoute {
  return { ...route, path: `${route.path}/` }
}

/** Records a write that is refused because the integration is deactivated. Rethrows the error. */
async function auditRefusal(
  services: Services,
  { operation, request }: { operation: string; request: FastifyRequest },
  error: unknown,
): Promise<never> {
  if (error instanceof DeactivatedIntegration)
    await noteRefusal(services, request, {
      actor: { type: 'integration', id: error.integrationId, via: 'sync', requestId: request.id },
      credential: { kind: 'scimSecret', id: error.secretId },
      operation,
    })
  throw error
}

/** The first one where a client accepts both alike. */
const answerTypes = [scimProtocol.mediaType, 'application/json'] as const

/** The type that the client accepts: SCIM's own, or that of JSON where the client does not accept SCIM's. */
function acceptedType({ raw }: FastifyRequest): string | undefined {
  const accepted = acceptedOf(raw.headers.accept, answerTypes)
  return answerTypes.find((type) => accepted.includes(type))
}

const arrivals = new WeakMap<FastifyRequest, ScimCaller>()

async function arrive(
  { database }: Services,
  limit: RateLimit | undefined,
  request: FastifyRequest,
): Promise<ScimCaller> {
  const { authorization, 'content-encoding': encoding } = request.headers
  const id = decodeId('integration', sentId(request, 'integration'))
  const caller = await authenticateScim(database, authorization, id)
  limit?.take(caller.secretId)
  if (acceptedType(request) === undefined)
    throw new Problem(406, `The answer is ${answerTypes.join(' or ')}: accept one of them.`)
  if (encoding !== undefined && encoding !== 'identity')
    throw new Problem(415, 'Send the body without Content-Encoding.')
  return caller
}

function readRequest(
  services: Services,
  caller: ScimCaller,
  request: FastifyRequest,
): Omit<ScimRequest, 'charge'> {
  const { integration } = caller
  const base = scimAddress(services, integration.id)
  const path = request.url.split('?')[0] ?? ''
  const below = path.slice(path.indexOf('/', scimProtocol.prefix.length + 1))
  return {
    services,
    caller,
    endpoint: { base, integrationId: integration.id },
    requestId: request.id,
    query: new URLSearchParams(searchOf(request.url)),
    headers: request.headers,
    body: parsedBody(request, scimProtocol),
    id: sentId(request, 'id'),
    name: `SCIM ${request.method} ${below}`.slice(0, 200),
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers = {} }: ScimAnswer,
): FastifyReply | Promise<FastifyReply> {
  void reply.code(status).headers({ ...uncachedHeaders(request.id), ...headers })
  if (body === null) return reply.send()
  const mediaType = acceptedType(request) ?? scimProtocol.mediaType
  const text = JSON.stringify(body)
  const coding = codingFor(request.headers, Buffer.byteLength(text))
  return sendCoded(reply.header('content-type', contentType({ mediaType })), text, coding)
}
