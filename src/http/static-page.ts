import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptsCoding } from './accepts-coding.ts'
import { matchesEtag } from './etag.ts'

/** `headers` may replace the default `cache-control`, with which a client asks every time whether its copy is current. */
export type StaticPage = { type: string; body: string | Buffer; headers: Record<string, string> }

/** Serves bytes that do not change while the process runs, with an ETag, compressed if the client accepts gzip. No token. */
export function registerStaticPage(server: FastifyInstance, url: string, page: StaticPage): void {
  let served: { bytes: Buffer; hash: string } | undefined
  let compressed: Promise<Buffer> | undefined
  server.get(url, async (request, reply) => {
    const { bytes, hash } = (served ??= withHash(page.body))
    const isCompressed = acceptsCoding(request.headers['accept-encoding'], 'gzip')
    const etag = `"${hash}${isCompressed ? '.gzip' : ''}"`
    void reply.headers({
      'cache-control': 'no-cache',
      ...page.headers,
      etag,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    void reply.type(page.type)
    if (!isCompressed) return reply.send(bytes)
    compressed ??= promisify(gzip)(bytes)
    return reply.header('content-encoding', 'gzip').send(await compressed)
  })
}

function withHash(body: string | Buffer): { bytes: Buffer; hash: string } {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return { bytes, hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) }
}
