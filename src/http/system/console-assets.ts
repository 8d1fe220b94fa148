import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsCoding } from '../accepts-coding.ts'
import type { ConsoleAsset, FindConsole } from '../console-files.ts'
import { Problem } from '../problem.ts'

type WithName = { Params: { name: string } }

/** Serves the console's files. A name contains a hash of the content, so browsers keep what they have. */
export function registerConsoleAssets(server: FastifyInstance, findConsole: FindConsole): void {
  server.get<WithName>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const asset = (await findConsole())?.assets.get(name)
    if (asset === undefined)
      throw new Problem(404, `The console has no file ${name.slice(0, 200)}.`)
    return sendAsset(asset, request, reply)
  })
}

function sendAsset(
  asset: ConsoleAsset,
  request: FastifyRequest<WithName>,
  reply: FastifyReply,
): FastifyReply {
  const { coding, bytes } = codedFor(asset, request.headers['accept-encoding'])
  void reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
    ...(coding !== undefined && { 'content-encoding': coding }),
  })
  return reply.type(asset.type).send(bytes)
}

/** The smallest form that the client accepts. */
function codedFor({ bytes, brotli, gzip }: ConsoleAsset, header: string | undefined) {
  if (brotli !== undefined && acceptsCoding(header, 'br')) return { coding: 'br', bytes: brotli }
  if (gzip !== undefined && acceptsCoding(header, 'gzip')) return { coding: 'gzip', bytes: gzip }
  return { coding: undefined, bytes }
}
