import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { matchesEtag } from './etag.ts'

export type StaticPage = { type: string; body: string; headers: Record<string, string> }

/** Serves a text that does not change while the process runs, ready as bytes, with an ETag. No token. */
export function registerStaticPage(server: FastifyInstance, url: string, page: StaticPage): void {
  const bytes = Buffer.from(page.body)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  server.get(url, (request, reply) => {
    void reply.headers({
      ...page.headers,
      etag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(page.type).send(bytes)
  })
}
