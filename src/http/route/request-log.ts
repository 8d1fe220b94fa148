import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientAddresses } from '../limits/client-addresses.ts'

declare module 'fastify' {
  // Fastify is told what a route's config holds by adding to its own interface.
  interface FastifyContextConfig {
    /** The operation id of the route. */
    operation?: string
  }
  interface FastifyInstance {
    clientAddresses: ClientAddresses
  }
}

/** Whether it failed on our side. What is not implemented is refused on purpose. */
export function isFailure(status: number): boolean {
  return status >= 500 && status !== 501
}

/**
 * One line for a request that wrote; a failed one already has its line. Reads are not logged but at debug, and 429s aren't
 * either: a line costs more than the refusal.
 */
export function logWrite(request: FastifyRequest, reply: FastifyReply): void {
  if (isFailure(reply.statusCode) || reply.statusCode === 429) return
  request.log.info(facts(request, reply, reply.statusCode), 'request')
}

/** One line for a request that read, at the level debug. What memory answers has none. */
export function logRead(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { level } = request.log
  if ((level === 'debug' || level === 'trace') && !isFailure(reply.statusCode))
    request.log.debug(facts(request, reply, reply.statusCode), 'request')
  done()
}

/** One line for a request that failed on our side, with its cause. */
export function logFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  error: unknown,
): void {
  request.log.error({ ...facts(request, reply, status), err: error }, 'request failed')
}

/** As other servers call it: the client was gone before the whole answer was sent. */
const clientClosedRequest = 499

/** One line for an answer whose client left before it had all of it. */
export function logClosed(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(facts(request, reply, clientClosedRequest), 'the client closed the request')
}

/** The path without its query, which may hold anything. */
function facts(request: FastifyRequest, reply: FastifyReply, status: number) {
  return {
    requestId: request.id,
    client: request.server.clientAddresses.of(request.raw),
    operation: request.routeOptions.config.operation,
    method: request.method,
    path: request.url.split('?')[0]?.slice(0, 500),
    status,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
  }
}
