import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerAtOnce } from './route/node-refusals.ts'

/** A request that has not arrived or been answered this long after `close()` is cut off. */
const graceMilliseconds = 5000

/**
 * Once `close()` was called, requests that arrive on connections that are still open get 503; those that arrived
 * before are finished, for as long as the grace lasts. It takes the server's place, so that no request pays for the
 * question while all is well.
 */
export function refuseWhileClosing(server: FastifyInstance): void {
  server.addHook('preClose', async () => {
    server.server.removeAllListeners('request')
    server.server.on('request', refuse)
    // A connection that is busy now would be kept alive for as long as its client likes once it has its answer.
    const sweep = setInterval(() => server.server.closeIdleConnections(), 20)
    const cutOff = setTimeout(() => server.server.closeAllConnections(), graceMilliseconds)
    const settle = () => {
      clearInterval(sweep)
      clearTimeout(cutOff)
    }
    server.server.once('close', settle)
    if (!server.server.listening) settle()
  })
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  answerAtOnce(request, response, {
    status: 503,
    message: 'This process is shutting down. Try again in a moment.',
    headers: { 'retry-after': '1' },
  })
}
