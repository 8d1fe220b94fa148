import type { FastifyInstance } from 'fastify'
import { currentTracer } from '../../tracing/trace.ts'
import { takeListener } from './take-listener.ts'

/**
 * A span for each request, if there are any: also for those that memory answers, from its head to the end of its answer, named by its operation.
 * Call it last: it takes the place of the listener that answers.
 */
export function traceRequests(server: FastifyInstance): void {
  const tracer = currentTracer()
  if (tracer === undefined) return
  const { server: http } = server
  server.addHook('onRequest', (request, _reply, done) => {
    const { operation = 'other' } = request.routeOptions.config
    tracer.name(operation, { 'muster.request_id': request.id })
    done()
  })
  const inner = takeListener(http)
  http.on('request', (request, response) => {
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    const end = tracer.request(parent, request.method ?? '', () => {
      inner(request, response)
    })
    response.once('close', () => end(response.statusCode))
  })
}
