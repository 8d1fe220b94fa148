import type { IncomingMessage } from 'node:http'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { errorCode } from '../database/failure.ts'
import { answerInOrder } from './answer-in-order.ts'
import { databaseProblem } from './database-problem.ts'
import { refuseWhileClosing } from './drain.ts'
import { parseJsonBody } from './json-body.ts'
import { watchPaths } from './known-paths.ts'
import {
  headOptions,
  headProblem,
  refuseAsNodeWould,
  refuseMalformedRequest,
} from './node-refusals.ts'
import { Problem } from './problem.ts'
import { RateLimit } from './rate-limit.ts'
import { registerReadRoute } from './read-request.ts'
import { requestId } from './request-id.ts'
import { logFailure } from './request-log.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'
import { registerWriteRoute } from './write-request.ts'

/** A body over this is 413. */
const bodyLimitBytes = 1024 * 1024

/** The HTTP server over a list of routes, all under /api/v1. It listens when its owner says so. */
export function buildServer(
  services: Services,
  routes: readonly Route[],
  logger: FastifyBaseLogger,
): FastifyInstance {
  const server = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: requestId,
    requestIdHeader: false,
    // No path is longer than Node's limit for the whole head, so that every id reaches its route: 401, then 404.
    routerOptions: { maxParamLength: 16 * 1024 },
    // refuseWhileClosing answers instead, in the shape of every other error.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // Our lines carry the request id themselves; a child logger for each request would cost more than the request.
    childLoggerFactory: (log) => log,
    exposeHeadRoutes: true,
    rewriteUrl: originForm,
    http: headOptions,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseMalformedRequest,
  })
  refuseWhileClosing(server)
  refuseAsNodeWould(server.server)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJsonBody(Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  const { wrongTokens } = services
  server.setErrorHandler((error, request, reply) => {
    const isWrong = wrongTokens !== undefined && error instanceof Problem && error.status === 401
    sendError(isWrong ? wrongTokens.answer(error, request.raw) : error, request, reply)
  })
  refuseUnanswerable(server)
  const limit = services.rateLimit === null ? undefined : new RateLimit(services.rateLimit)
  for (const route of routes) {
    if (route.method === 'GET') registerReadRoute(server, services, limit, route)
    else registerWriteRoute(server, services, limit, route)
  }
  answerInOrder(server.server)
  return server
}

/** Refuses requests without a route before anything else is checked, so that their body plays no part. */
function refuseUnanswerable(server: FastifyInstance): void {
  const problemAt = watchPaths(server)
  server.addHook('onRequest', (request, _reply, done) => {
    const problem = headProblem(request.raw)
    if (problem !== undefined) return done(problem)
    return request.is404 ? done(problemAt(request)) : done()
  })
}

/** A client that ignores Retry-After waits this long for each refusal, so that refusing it costs little. */
const refusalMilliseconds = 100

/** Answers every failure in one of the contract's two error shapes; what is not a Problem says nothing of its cause. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error, request)
  if (problem.status >= 500) logFailure(request, reply, problem.status, error)
  if (problem.status === 429) setTimeout(sendProblem, refusalMilliseconds, problem, request, reply)
  else sendProblem(problem, request, reply)
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(problem.status)
    .headers({
      ...problem.headers,
      'x-request-id': request.id,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(
      JSON.stringify(
        problem.errors === undefined
          ? { message: problem.message }
          : { message: problem.message, errors: problem.errors },
      ),
    )
}

const frameworkProblems: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem(413, `The body is larger than ${bodyLimitBytes} bytes.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem(
    415,
    'The body must be JSON: send Content-Type: application/json.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem(
    400,
    'The body is not as long as Content-Length says.',
  ),
  FST_ERR_BAD_URL: new Problem(400, 'The path is not a valid URL.'),
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const known = frameworkProblems[errorCode(error) ?? '']
  if (known !== undefined) return known
  if (isClientError(error)) return new Problem(error.statusCode ?? 400, 'The request is malformed.')
  return (
    databaseProblem(error) ??
    new Problem(
      500,
      `Something failed on our side. The log tells more under the request id ${request.id}.`,
    )
  )
}

function isClientError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  )
}

/** A proxy's absolute-form target names this server too; everything behind the edge sees path and query alone. */
function originForm({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
