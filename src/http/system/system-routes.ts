import type { FastifyInstance } from 'fastify'
import { basePathOf } from '../../contract/public-origin.ts'
import { version } from '../../contract/version.ts'
import { knownMigrations } from '../../database/build.ts'
import { uncachedHeaders } from '../route/request-id.ts'
import { openApiPath, registerApiReference } from '../console/api-reference.ts'
import { openApiDocument } from '../openapi/document.ts'
import { Problem } from '../refusals/problem.ts'
import { apiProtocol, contentType } from '../route/protocol.ts'
import { readiness } from './readiness.ts'
import type { Route } from '../route/route.ts'
import type { Services } from '../route/services.ts'
import { registerConsoleAssets, registerStaticPage } from '../console/static-page.ts'
import { sendConsolePage } from '../console/console-page.ts'

/**
 * Adds the routes beside the API, all without a token: health checks for a load balancer (the process lives, and it
 * can serve), the console, and the API's description for machines and for people. The bare address shows the console,
 * or leads to the description where no console is built.
 */
export function registerSystemRoutes(
  server: FastifyInstance,
  services: Services,
  routes: readonly Route[],
): void {
  const known = knownMigrations()
  server.get('/healthz', (request, reply) =>
    reply.headers(uncachedHeaders(request.id)).send({ status: 'ok' }),
  )
  server.get('/readyz', async (request, reply) => {
    const { isReady, cannot, warnings } = await readiness(services, known)
    if (!isReady) throw new Problem(503, cannot.join(' '), { headers: { 'retry-after': '1' } })
    return reply.headers(uncachedHeaders(request.id)).send({
      status: 'ok',
      ...(cannot.length > 0 && { cannot }),
      ...(warnings.length > 0 && { warnings }),
    })
  })
  server.get('/', async (request, reply) => {
    const console = await services.findConsole()
    return console === undefined
      ? reply
          .headers(uncachedHeaders(request.id))
          .redirect(`${basePathOf(services.publicOrigin)}/docs`)
      : sendConsolePage(console, request, reply)
  })
  registerConsoleAssets(server, services.findConsole)
  registerStaticPage(server, openApiPath, {
    type: contentType(apiProtocol),
    body: describeApi(routes, services.publicOrigin),
    headers: { 'access-control-allow-origin': '*' },
  })
  registerApiReference(server)
}

let latest: { routes: readonly Route[]; origin: string; document: string } | undefined

/** The OpenAPI document as JSON. The servers of one process share it, because it takes long to generate. */
function describeApi(routes: readonly Route[], origin: string): string {
  if (latest?.routes !== routes || latest.origin !== origin) {
    const document = JSON.stringify(openApiDocument(routes, { origin, version }))
    latest = { routes, origin, document }
  }
  return latest.document
}
