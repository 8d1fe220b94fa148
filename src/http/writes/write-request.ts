import type { FastifyReply, FastifyRequest } from 'fastify'
import { uncounted } from '../../access/rights.ts'
import { RolledBack, type TransactionContext } from '../../database/database.ts'
import { allowList } from '../shapes/allow-list.ts'
import { uncachedHeaders } from '../route/request-id.ts'
import { auditRefusal } from './audit-refusal.ts'
import { authenticate, credentialSecret, useOf } from '../callers/authenticate.ts'
import {
  arrivalPermission,
  globalPermission,
  mayEverUse,
  requirePermission,
} from '../callers/authorise.ts'
import { costOfBody, parsedBody, parseInTurns } from './json-body.ts'
import { hashRequest } from './request-hash.ts'
import { takesIfMatch } from '../route/etag.ts'
import {
  claimKey,
  keepAnswer,
  readIdempotencyKey,
  type Answer,
  type PermissionCheck,
} from './idempotency.ts'
import { codedEtag, codingFor, sendCoded } from '../bodies/compression.ts'
import { formType, readGrant } from '../bodies/forms.ts'
import { charsetOf } from '../bodies/media-types.ts'
import { decodeParams, pathOf, searchOf } from '../route/params.ts'
import { Problem } from '../refusals/problem.ts'
import { contentType, wrongMediaType, type Protocol } from '../route/protocol.ts'
import type { RouteFrame } from '../route/route-group.ts'
import { refuseUnfitFile } from '../bodies/received-file.ts'
import { logWrite } from '../route/request-log.ts'
import { costOf, heavyCost } from '../limits/request-cost.ts'
import { type AnyWriteRoute, type Outcome, Restart, type WriteContext } from '../route/route.ts'
import { requireSameOrigin } from '../callers/same-origin.ts'
import { queryValidator } from '../shapes/validate.ts'
import { bodyReader } from './write-body.ts'
import {
  needsPermission,
  writeContext,
  type Arrival,
  type Asking,
  type WriteParts,
} from './write-context.ts'

/** Of routes that need no credential. */
const publicBodyLimitBytes = 16 * 1024

/**
 * Adds a route that writes: 401 · 429 · 413/415/400, then one transaction in which the handler finds and locks (404),
 * asks (403), reads the body (422), writes and audits; the answer is sent after the commit.
 */
export function registerWriteRoute(
  { server, services, limit, protocol }: RouteFrame,
  route: AnyWriteRoute,
): void {
  const write = writer({ services, limit, protocol }, route)
  const arrivals = new WeakMap<FastifyRequest, Arrival>()
  server.route({
    method: route.method,
    url: protocol.prefix + route.url,
    config: { operation: route.id },
    ...(route.access === 'public' && { bodyLimit: publicBodyLimitBytes }),
    onResponse: async (request, reply) => logWrite(request, reply),
    onRequest: async (request) => {
      if (route.access !== 'public') {
        const secret = credentialSecret(request, services)
        const cost = costOf(route, searchOf(request.url))
        const use = useOf(services, request)
        const caller = await authenticate(services, limit, secret, { cost, use })
        arrivals.set(request, { caller, secret, use })
      }
      if (route.takesFile !== true) refuseEncodings(request, protocol, route.takesForm)
      else requireFileAccess(route, request, arrivals.get(request))
    },
    handler: async (request, reply) => {
      const arrival = arrivals.get(request)
      const work = () => write(request, arrival)
      const isHeavy = costOf(route, searchOf(request.url)) >= heavyCost
      const answer = await (
        isHeavy && arrival !== undefined ? services.heavy.run(arrival.caller.id, work) : work()
      ).catch((error: unknown) =>
        auditRefusal(services, { operation: route.id, request, arrival }, error),
      )
      answer.afterCommit?.()
      return send(request, reply, answer, protocol)
    },
  })
}

/** A file is not read of a request that would be refused. */
function requireFileAccess(
  route: AnyWriteRoute,
  request: FastifyRequest,
  arrival: Arrival | undefined,
): void {
  queryValidator(route.query)(searchOf(request.url))
  decodeParams(request, route.params)
  const permission = arrivalPermission(route.access)
  if (permission !== undefined && arrival !== undefined)
    requirePermission(uncounted(arrival.caller), permission)
  refuseUnfitFile(request)
}

function refuseEncodings({ headers }: FastifyRequest, protocol: Protocol, takesForm = false): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new Problem(415, 'Send the body without Content-Encoding.')
  const { 'content-type': type } = headers
  if (type === undefined) return
  const mediaType = (type.split(';')[0] ?? '').trim().toLowerCase()
  const charset = charsetOf(headers) ?? 'utf-8'
  const isTaken = mediaType === protocol.mediaType || (takesForm && mediaType === formType)
  if (!isTaken || charset.toLowerCase() !== 'utf-8')
    throw new Problem(415, wrongMediaType(protocol))
}

/** Runs the requests of a route: in one transaction, and in another one where that returns a {@link Restart}. */
function writer(
  { services, limit, protocol }: Omit<RouteFrame, 'server' | 'places'>,
  route: AnyWriteRoute,
) {
  const readQuery = queryValidator(route.query)
  const read = bodyReader(route)
  const answerOf = answerMaker(route)
  return async (request: FastifyRequest, arrival: Arrival | undefined): Promise<Answer> => {
    if (arrival?.caller.credential.type === 'session')
      requireSameOrigin(request.headers, services.publicOrigin)
    const search = searchOf(request.url)
    const query = readQuery(search)
    const key = keyOf(route, request, arrival)
    if (arrival !== undefined) limit?.takeMore(arrival.caller.credential.id, costOfBody(request))
    if (arrival === undefined || mayEverUse(arrival.caller, route.access))
      await parseInTurns(request, protocol)
    const params = decodeParams(request, route.params)
    const onArrival = arrivalPermission(route.access) ?? globalPermission(route.access)
    if (onArrival !== undefined && arrival !== undefined)
      requirePermission(uncounted(arrival.caller), onArrival)
    if (key !== undefined) await parseInTurns(request, protocol)
    const readSent = () => read(parsedBody(request, protocol))
    const readBody = () => readGrant(request, readSent)
    await route.prepare?.(services, readBody())
    const hash = () => hashRequest(route, services, { search, body: request.body })
    const claim = key && { ...key, requestHash: await hash() }
    // During a long change, handlers that take the policy lock wait for it there; the others go on.
    const isWithout = route.isDryRun === true && route.readsDue !== true
    const instant = isWithout ? undefined : await services.due.settle()
    const isCertain = route.readsDue !== true || instant?.isSettled === true
    const certainAt = isCertain ? undefined : instant?.now
    const parts = { services, route, request, arrival, params, query, readBody }
    const write = { ...parts, certainAt, claim, answerOf }
    let result = await attempt(write, { restart: firstWork(route), askedBefore: [] })
    while (result instanceof RolledBack) result = await attempt(write, result.value)
    if (result instanceof Problem) throw result
    return result
  }
}

function firstWork(route: AnyWriteRoute): Restart {
  const work = async (context: WriteContext) => {
    const result = await route.handler(context)
    return result instanceof Restart ? result : { answer: result }
  }
  return new Restart(work, { onSnapshot: route.isDryRun })
}

type Write = Omit<WriteParts, 'tx' | 'now'> & {
  claim: Parameters<typeof claimKey>[1] | undefined
  /** What is due could not be settled at that instant: a look at the snapshot sees what is certain. */
  certainAt: Date | undefined
  answerOf: ReturnType<typeof answerMaker>
}

/** The work of a transaction, and the permissions that the one before it asked for. */
type Attempt = { restart: Restart; askedBefore: readonly PermissionCheck[] }

/** One transaction. @returns the answer, a refusal after the commit, or, rolled back, what to do instead */
function attempt(
  { answerOf, certainAt, ...parts }: Write,
  { restart, askedBefore }: Attempt,
): Promise<Answer | Problem | RolledBack<Attempt>> {
  const { services, route, request, readBody } = parts
  const certain = restart.onSnapshot ? certainAt : undefined
  const claim = certain === undefined ? parts.claim : undefined
  const work = async ({ tx, now }: TransactionContext) => {
    const asking = writeContext({ ...parts, tx, now })
    const { context, asked, granted, told, countUses } = asking
    const earlier = claim && (await claimKey(tx, claim, now))
    if (earlier !== undefined) {
      for (const { permission, on } of earlier.asked) await context.ask(permission, on)
      const { headers, ...answer } = earlier.replay()
      return { ...answer, headers: { ...headers, 'idempotency-replayed': 'true' } }
    }
    const permission = globalPermission(route.access)
    if (permission !== undefined) await context.ask(permission)
    for (const each of askedBefore) await context.ask(each.permission, each.on)
    const result = await restart.work(context).catch((error: unknown) => {
      if (comesAfterBody(error) && !told.bodyWasRead) readBody()
      throw error
    })
    if (result instanceof Restart) return new RolledBack({ restart: result, askedBefore: asked })
    requireAsked(route, request, asking, result)
    if (!told.bodyWasRead) readBody()
    if ('refusal' in result) return result.refusal
    const answer = answerOf(result, told.headers)
    if (claim !== undefined)
      await keepAnswer(tx, claim, [...asked, ...granted], answer, told.secret)
    const afterCommit = () => {
      told.afterCommit?.()
      countUses()
    }
    return { ...answer, showsSecret: told.secret !== undefined, afterCommit }
  }
  return certain === undefined
    ? services.database.transaction(work, { onSnapshot: restart.onSnapshot })
    : services.database.unsettledSnapshot(certain, (tx) => work({ tx, now: certain }))
}

/** The key under which the answer is kept, where the caller sent one. */
function keyOf(route: AnyWriteRoute, request: FastifyRequest, arrival: Arrival | undefined) {
  if (route.method !== 'POST') return undefined
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined || arrival === undefined) return undefined
  return { callerId: arrival.caller.id, key, method: route.method, path: pathOf(request) }
}

/** Detects a bug of ours: a handler that wrote without a permission check, or without checking a precondition. */
function requireAsked(
  route: AnyWriteRoute,
  request: FastifyRequest,
  { asked, told }: Asking,
  result: Outcome,
): void {
  if (asked.length === 0 && needsPermission(route.access))
    throw new Error(`${route.id} wrote without asking for a permission`)
  const isConditional = request.headers['if-match'] !== undefined && takesIfMatch(route)
  if (isConditional && 'answer' in result && !told.versionWasCompared)
    throw new Error(`${route.id} wrote without comparing If-Match`)
}

/** Builds the answer from a handler's result, with the keys that the route declares. */
function answerMaker(route: AnyWriteRoute) {
  const pick = route.response === null ? undefined : allowList(route.response)
  const pickAccepted = route.accepted === undefined ? undefined : allowList(route.accepted)
  return (result: Exclude<Outcome, { refusal: Problem }>, headers: Answer['headers']): Answer => {
    if ('accepted' in result) {
      if (pickAccepted === undefined) throw new Error(`${route.id} declares no 202`)
      return { status: 202, headers, body: JSON.stringify(pickAccepted(result.accepted)) }
    }
    const body = pick === undefined ? null : JSON.stringify(pick(result.answer))
    return { status: route.status, headers, body }
  }
}

/** A handler without a body never reads one; a body that was sent is still refused, before errors about state. */
function comesAfterBody(error: unknown): boolean {
  return error instanceof Problem && [409, 412, 422].includes(error.status)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  protocol: Protocol,
): FastifyReply | Promise<FastifyReply> {
  const { status, headers, body } = answer
  void reply.code(status).headers({ ...headers, ...uncachedHeaders(request.id) })
  if (body === null) return reply.send()
  const isPlain = answer.showsSecret === true || 'set-cookie' in headers
  const coding = isPlain ? undefined : codingFor(request.headers, Buffer.byteLength(body))
  const { etag } = headers
  if (etag !== undefined) void reply.header('etag', codedEtag(etag, coding))
  return sendCoded(reply.header('content-type', contentType(protocol)), body, coding)
}
