import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { FindConsole, StaticFile } from '../bodies/console-files.ts'
import { Problem } from '../refusals/problem.ts'
import { matchesEtag } from '../route/etag.ts'
import { closedPolicy } from '../route/request-id.ts'

/** A client asks every time whether its copy is current. */
const defaults = { 'cache-control': 'no-cache', 'content-security-policy': closedPolicy }

/** `headers` may replace the defaults. */
export type StaticPage = { type: string; body: string | Buffer; headers: Record<string, string> }

/** Serves bytes that do not change while the process runs, with an ETag, compressed if the client accepts gzip. No token. */
export function registerStaticPage(server: FastifyInstance, url: string, page: StaticPage): void {
  let served: Promise<StaticFile & { hash: string }> | undefined
  server.get(url, async (request, reply) => {
    const { hash, ...file } = await (served ??= compress(page))
    return send(file, request, reply.headers({ ...defaults, ...page.headers }), hash)
  })
}

/** Serves the console's files. A name contains a hash of the content, so browsers keep what they have. */
export function registerConsoleAssets(server: FastifyInstance, findConsole: FindConsole): void {
  server.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const asset = (await findConsole())?.assets.get(name)
    if (asset === undefined)
      throw new Problem(404, `The console has no file ${name.slice(0, 200)}.`)
    return send(asset, request, reply.headers({ ...defaults, ...immutable }))
  })
}

/** Of a file whose name contains a hash of its content. */
export const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

async function compress({ type, body }: StaticPage) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { type, bytes, gzip: await promisify(gzip)(bytes), br: undefined, hash }
}

/** Sends the smallest form that the client accepts, or 304 where it has that already. */
function send(
  file: StaticFile,
  { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>,
  reply: FastifyReply,
  hash?: string,
): FastifyReply {
  const forms = (['br', 'gzip'] as const).filter((each) => file[each] !== undefined)
  const accepted = new Negotiator({ headers }).encodings(forms)
  const coding = forms.find((each) => accepted.includes(each))
  void reply.headers({
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
  })
  if (hash !== undefined) {
    const etag = `"${hash}${coding === undefined ? '' : `.${coding}`}"`
    void reply.header('etag', etag)
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  }
  if (coding !== undefined) void reply.header('content-encoding', coding)
  return reply.type(file.type).send(coding === undefined ? file.bytes : file[coding])
}
