import type { FastifyInstance } from 'fastify'
import { version } from '../contract/version.ts'
import { knownMigrations } from '../database/pending-migrations.ts'
import { docsPage, docsPolicy } from './docs/docs-page.ts'
import { openApiDocument } from './openapi/document.ts'
import { Problem } from './problem.ts'
import { readiness } from './readiness.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'
import { registerStaticPage } from './static-page.ts'

/**
 * Adds the routes beside the API, all without a token: health checks for a load balancer (the process lives, and it
 * can serve), and the API's description for machines and for people, where the bare address leads.
 */
export function registerSystemRoutes(
  server: FastifyInstance,
  services: Services,
  routes: readonly Route[],
): void {
  const known = knownMigrations()
  known.catch(() => undefined)
  server.get('/healthz', (request, reply) =>
    reply.headers(systemHeaders(request.id)).send({ status: 'ok' }),
  )
  server.get('/readyz', async (request, reply) => {
    const { isReady, cannot, warnings } = await readiness(services, await known)
    if (!isReady) throw new Problem(503, cannot.join(' '), { headers: { 'retry-after': '1' } })
    return reply.headers(systemHeaders(request.id)).send({
      status: 'ok',
      ...(cannot.length > 0 && { cannot }),
      ...(warnings.length > 0 && { warnings }),
    })
  })
  server.get('/', (request, reply) => reply.headers(systemHeaders(request.id)).redirect('/docs'))
  const { json, page } = describeApi(routes, services.publicOrigin)
  registerStaticPage(server, '/api/v1/openapi.json', {
    type: 'application/json; charset=utf-8',
    body: json,
    headers: { 'access-control-allow-origin': '*' },
  })
  registerStaticPage(server, '/docs', {
    type: 'text/html; charset=utf-8',
    body: page,
    headers: { 'content-security-policy': docsPolicy, 'referrer-policy': 'no-referrer' },
  })
}

type Description = { routes: readonly Route[]; origin: string; json: string; page: string }

let latest: Description | undefined

/** The API's OpenAPI document and its page. The servers of one process share them, because they take long to make. */
function describeApi(routes: readonly Route[], origin: string): Description {
  if (latest?.routes !== routes || latest.origin !== origin) {
    const document = openApiDocument(routes, { origin, version })
    latest = { routes, origin, json: JSON.stringify(document), page: docsPage(document) }
  }
  return latest
}

function systemHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}
