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
import { uncachedHeaders, requestId } from './route/request-id.ts'
import { answerInOrder } from './listeners/answer-in-order.ts'
import type { FindConsole } from './bodies/console-files.ts'
import { isConsolePage, sendConsolePage } from './console/console-page.ts'
import { databaseProblem } from './refusals/database-problem.ts'
import { refuseWhileClosing } from './drain.ts'
import { ExportPlaces } from './limits/export-places.ts'
import { watchPaths } from './refusals/known-paths.ts'
import {
  headOptions,
  headProblem,
  refuseAsNodeWould,
  refuseMalformedRequest,
} from './route/node-refusals.ts'
import { ClientGone, Problem, WrongGrant } from './refusals/problem.ts'
import { requireHttps } from './listeners/require-https.ts'
import { originForm } from './listeners/request-target.ts'
import { contentType, wrongMediaType, type Protocol } from './route/protocol.ts'
import type { Route } from './route/route.ts'
import { protocolAt, type RouteFrame, type RouteGroup } from './route/route-group.ts'
import { RateLimit } from './limits/rate-limit.ts'
import { takeFiles } from './bodies/received-file.ts'
import { takeForms } from './bodies/forms.ts'
import { registerReadRoute } from './reads/read-request.ts'
import { isFailure, logClosed, logFailure } from './route/request-log.ts'
import { countRequests } from './route/request-counts.ts'
import type { Services } from './route/services.ts'
import { longestRequestMilliseconds, refuseSlowBodies } from './bodies/slow-bodies.ts'
import { registerWriteRoute } from './writes/write-request.ts'

/** A body over this is 413. */
const bodyLimitBytes = 1024 * 1024

/** The HTTP server over groups of routes. It listens when its owner says so. */
export function buildServer(
  services: Services,
  groups: readonly RouteGroup[],
  logger: FastifyBaseLogger,
): FastifyInstance {
  const protocolOf = ({ url }: FastifyRequest) => protocolAt(groups, url)
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
    requestTimeout: longestRequestMilliseconds,
    // Our lines carry the request id themselves; a child logger for each request would cost more than the request.
    childLoggerFactory: (log) => log,
    exposeHeadRoutes: true,
    rewriteUrl: originForm,
    http: headOptions,
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply, protocolOf(request)),
    clientErrorHandler: refuseMalformedRequest,
  })
  server.decorate('clientAddresses', services.clientAddresses)
  requireHttps(server.server, services)
  refuseWhileClosing(server)
  refuseAsNodeWould(server.server)
  refuseSlowBodies(server, services.bodyTimes)
  server.removeAllContentTypeParsers()
  const mediaTypes = [...new Set(groups.map(({ protocol }) => protocol.mediaType))]
  // Routes parse it once they know that the caller may send it.
  server.addContentTypeParser(mediaTypes, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body.length === 0 ? undefined : body)
  })
  const { wrongTokens } = services
  server.setErrorHandler((error, request, reply) => {
    const isWrong =
      error instanceof Problem && (error.status === 401 || error instanceof WrongGrant)
    const answered = isWrong ? (wrongTokens?.answer(error, request.raw) ?? error) : error
    sendError(answered, request, reply, protocolOf(request))
  })
  refuseUnanswerable(server, services.findConsole)
  if (services.requests !== undefined) countRequests(server, services.requests)
  const limit = services.rateLimit === null ? undefined : new RateLimit(services.rateLimit)
  const frame = { server, services, limit, places: new ExportPlaces() }
  for (const { protocol, routes } of groups)
    for (const route of routes) registerRoute({ ...frame, protocol }, route)
  answerInOrder(server.server)
  return server
}

function registerRoute(frame: RouteFrame, route: Route): void {
  const { server, services } = frame
  if (route.method === 'GET') return registerReadRoute(frame, route)
  const register = (scope: FastifyInstance) =>
    registerWriteRoute({ ...frame, server: scope }, route)
  if (route.takesFile === true) takeFiles(server, services.bodyTimes, register)
  else if (route.takesForm === true)
    takeForms(server, Object.keys(route.body?.properties ?? {}), register)
  else register(server)
}

/**
 * Refuses requests without a route before anything else is checked, so that their body plays no part. A browser that
 * opens such a path gets the console, whose own router knows its pages.
 */
function refuseUnanswerable(server: FastifyInstance, findConsole: FindConsole): void {
  const problemAt = watchPaths(server)
  const refuseOrShow = async (request: FastifyRequest, reply: FastifyReply) => {
    const console = isConsolePage(request) ? await findConsole() : undefined
    if (console === undefined) throw problemAt(request)
    sendConsolePage(console, request, reply)
  }
  server.addHook('onRequest', (request, reply, done) => {
    const problem = headProblem(request.raw)
    if (problem !== undefined) return done(problem)
    if (!request.is404) return done()
    // The hook itself is not async, because every request passes it.
    // oxlint-disable-next-line promise/no-callback-in-promise
    refuseOrShow(request, reply).catch(done)
  })
}

/** A client that ignores Retry-After waits this long for each refusal, so that refusing it costs little. */
const refusalMilliseconds = 100

/** Answers every failure in the form of the protocol; what is not a Problem says nothing of its cause. */
function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  protocol: Protocol,
): void {
  const problem = toProblem(error, request, protocol)
  if (problem instanceof ClientGone) logClosed(request, reply)
  else if (isFailure(problem.status)) logFailure(request, reply, problem.status, error)
  const send = () => sendProblem(problem, request, reply, protocol)
  if (problem.status === 429) setTimeout(send, refusalMilliseconds)
  else send()
}

function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  protocol: Protocol,
): void {
  void reply
    .code(problem.status)
    .headers({
      ...problem.headers,
      ...uncachedHeaders(request.id),
      'content-type': contentType(protocol),
    })
    .send(JSON.stringify(protocol.failure(problem)))
}

const frameworkProblems: Record<string, Problem> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem(
    400,
    'The body is not as long as Content-Length says.',
  ),
  FST_ERR_BAD_URL: new Problem(400, 'The path is not a valid URL.'),
}

function toProblem(error: unknown, request: FastifyRequest, protocol: Protocol): Problem {
  if (error instanceof Problem) return error
  const code = errorCode(error) ?? ''
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem(415, wrongMediaType(protocol))
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem(413, `The body is larger than ${request.routeOptions.bodyLimit} bytes.`)
  const known = frameworkProblems[code]
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
