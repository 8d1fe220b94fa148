import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { record, type AuditActor } from '../audit/record.ts'
import { secretKey } from '../access/authenticator.ts'
import { loadCaller, may, type Caller, type On } from '../access/caller.ts'
import type { Permission } from '../contract/permissions.ts'
import type { Transaction } from '../database/database.ts'
import { allowList } from './allow-list.ts'
import { authenticate, credentialSecret, powerless } from './authenticate.ts'
import { arrivalPermission, globalPermission, requirePermission } from './authorise.ts'
import { isBodyRequired } from './body-required.ts'
import { requireMatch, takesIfMatch } from './etag.ts'
import {
  claimKey,
  keepAnswer,
  readIdempotencyKey,
  type Answer,
  type Asked,
  type ShownSecret,
} from './idempotency.ts'
import { decodeParams, searchOf } from './params.ts'
import { Problem, unauthenticated } from './problem.ts'
import type { RateLimit } from './rate-limit.ts'
import { readContext } from './read-request.ts'
import { logWrite } from './request-log.ts'
import type { Route, RouteAccess, WriteContext } from './route.ts'
import { requireSameOrigin } from './same-origin.ts'
import { Empty } from './schema.ts'
import type { Services } from './services.ts'
import { Instead, type Outcome } from './instead.ts'
import { bodyValidator, queryValidator } from './validate.ts'

const charsetPattern = /;\s*charset\s*=\s*"?([^\s;"]*)/i

type AnyWriteRoute = Exclude<Route, { method: 'GET' }>
type Arrival = { caller: Caller; secret: string }

/**
 * Adds a route that writes: 401 · 429 · 413/415/400, then one transaction in which the handler finds and locks (404),
 * asks (403), reads the body (422), writes and audits; the answer is sent after the commit.
 */
export function registerWriteRoute(
  server: FastifyInstance,
  services: Services,
  limit: RateLimit | undefined,
  route: AnyWriteRoute,
): void {
  const readQuery = queryValidator(route.query)
  const readBody = bodyReader(route)
  const pick = route.response === null ? undefined : allowList(route.response)
  const pickAccepted = route.accepted === undefined ? undefined : allowList(route.accepted)
  const arrivals = new WeakMap<FastifyRequest, Arrival>()

  server.route({
    method: route.method,
    url: `/api/v1${route.url}`,
    config: { operation: route.id },
    onResponse: async (request, reply) => logWrite(request, reply),
    onRequest: async (request) => {
      if (route.access !== 'public') {
        const secret = credentialSecret(request)
        arrivals.set(request, { caller: await authenticate(services, limit, secret), secret })
      }
      const encoding = request.headers['content-encoding']
      if (encoding !== undefined && encoding !== 'identity')
        throw new Problem(415, 'Send the body without Content-Encoding.')
      const charset = charsetPattern.exec(request.headers['content-type'] ?? '')?.[1]
      if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
        throw new Problem(415, 'The body must be UTF-8: send Content-Type: application/json.')
    },
    handler: async (request, reply) => {
      const answer = await write(request, arrivals.get(request)).catch((error: unknown) =>
        auditRefusal(request, arrivals.get(request), error),
      )
      return send(request, reply, answer)
    },
  })

  async function write(request: FastifyRequest, arrival: Arrival | undefined): Promise<Answer> {
    if (arrival?.caller.credential.type === 'session')
      requireSameOrigin(request.headers, services.publicOrigin)
    const query = readQuery(searchOf(request.url))
    const key =
      route.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
    const params = decodeParams(request, route.params)
    const onArrival = arrivalPermission(route.access)
    if (onArrival !== undefined && arrival !== undefined)
      requirePermission(arrival.caller, onArrival)
    await services.due.settle()
    const claim =
      key && arrival
        ? { callerId: arrival.caller.id, key, method: route.method, path: pathOf(request) }
        : undefined
    const parts = { services, route, request, arrival, params, query, readBody }
    const first = async (context: WriteContext) => ({ answer: await route.handler(context) })
    let asked: readonly Asked[] = []
    const run = (work: (context: WriteContext) => Promise<Outcome>, askAgain: readonly Asked[]) =>
      services.database.transaction(async ({ tx, now }) => {
        const made = writeContext({ ...parts, tx, now })
        asked = made.asked
        const { context, outcome } = made
        const earlier = claim && (await claimKey(tx, claim, request.body, now))
        if (earlier !== undefined) {
          for (const { permission, on } of earlier.asked) await context.ask(permission, on)
          const answer = earlier.replay()
          return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } }
        }
        const permission = globalPermission(route.access)
        if (permission !== undefined) await context.ask(permission)
        for (const each of askAgain) await context.ask(each.permission, each.on)
        const result = await work(context).catch((error: unknown) => {
          if (comesAfterBody(error) && !outcome.bodyWasRead) readBody(request.body)
          throw error
        })
        if (made.asked.length === 0 && needsPermission(route.access)) {
          throw new Error(`${route.id} wrote without asking for a permission`)
        }
        if (isUncompared(request, result, outcome))
          throw new Error(`${route.id} wrote without comparing If-Match`)
        if (!outcome.bodyWasRead) readBody(request.body)
        if ('refusal' in result) return result.refusal
        const answer = answerOf(result, outcome.headers)
        if (claim !== undefined) {
          const needed = [...made.asked, ...made.granted]
          await keepAnswer(tx, claim, needed, answer, outcome.secret)
        }
        return answer
      })
    const answer = await run(first, []).catch((error: unknown) => {
      if (!(error instanceof Instead)) throw error
      return run(error.work, asked)
    })
    if (answer instanceof Problem) throw answer
    return answer
  }

  /** A precondition that nobody looked at must not pass for one that held. */
  function isUncompared(request: FastifyRequest, result: Outcome, { versionWasCompared }: Told) {
    const asks = request.headers['if-match'] !== undefined && takesIfMatch(route)
    return asks && 'answer' in result && !versionWasCompared
  }

  function answerOf(result: Exclude<Outcome, { refusal: Problem }>, headers: Answer['headers']) {
    if ('accepted' in result) {
      if (pickAccepted === undefined) throw new Error(`${route.id} declares no 202`)
      return { status: 202, headers, body: JSON.stringify(pickAccepted(result.accepted)) }
    }
    const body = pick === undefined ? null : JSON.stringify(pick(result.answer))
    return { status: route.status, headers, body }
  }

  /** A refused write leaves a row too: who tried what. The refusal itself goes on to the caller. */
  async function auditRefusal(
    request: FastifyRequest,
    arrival: Arrival | undefined,
    error: unknown,
  ): Promise<never> {
    if (error instanceof Problem && error.status === 403 && arrival !== undefined) {
      const { caller } = arrival
      await services.database.transaction(({ tx }) =>
        record(tx, actorOf(caller, request), [
          {
            event: 'access.write.refuse',
            record: { kind: caller.credential.type, id: caller.credential.id },
            changes: {
              operation: { old: null, new: route.id },
              path: { old: null, new: pathOf(request).slice(0, 500) },
            },
          },
        ]),
      )
    }
    throw error
  }
}

type Told = {
  headers: Record<string, string>
  secret: ShownSecret | undefined
  bodyWasRead: boolean
  versionWasCompared: boolean
}

const readEmpty = bodyValidator(Empty)

function bodyReader(route: AnyWriteRoute): (value: unknown) => unknown {
  if (route.body === null) return refuseAnyBody
  const read = bodyValidator(route.body)
  return isBodyRequired(route) ? read : (value) => read(value ?? {})
}

/** For a route without a body: none, null and {} are all none. */
function refuseAnyBody(value: unknown): void {
  if (value !== undefined && value !== null) readEmpty(value)
}

/** A handler without a body never looks at one; what was sent is refused all the same, before the state that it found. */
function comesAfterBody(error: unknown): boolean {
  return error instanceof Problem && [409, 412, 422].includes(error.status)
}

type WriteParts = {
  services: Services
  route: AnyWriteRoute
  request: FastifyRequest
  arrival: Arrival | undefined
  params: Record<string, string>
  query: unknown
  readBody: (value: unknown) => unknown
  tx: Transaction
  now: Date
}

function writeContext(parts: WriteParts) {
  const { services, request, arrival, tx, now } = parts
  const asked: Asked[] = []
  const granted: Asked[] = []
  const readBody = () => {
    outcome.bodyWasRead = true
    return parts.readBody(request.body)
  }
  const outcome: Told = {
    headers: {},
    secret: undefined,
    bodyWasRead: false,
    versionWasCompared: false,
  }
  const { context: reading } = readContext(services, request, {
    operation: parts.route.id,
    caller: arrival?.caller,
    now,
    params: parts.params,
    query: parts.query,
    db: tx,
  })
  let caller = arrival?.caller
  const context: WriteContext = {
    ...reading,
    get caller() {
      if (caller === undefined)
        throw unauthenticated('Send your token in the header Authorization: Bearer <token>.')
      return caller
    },
    tx,
    // The caller is read again here, after the handler has locked its row: a right that was just taken counts no more.
    may: (permission, on = {}) => {
      const isGranted = may(context.caller, permission, on)
      // Who may everywhere is noted once, however many rows they were asked on.
      const isGlobal = context.caller.permissions.has(permission)
      if (isGranted) granted.push({ permission, on: isGlobal ? {} : on })
      return isGranted
    },
    ask: async (permission: Permission, on: On = {}) => {
      caller =
        arrival &&
        (services.authenticator.remembered(secretKey(arrival.secret)) ??
          (await loadCaller(tx, arrival.secret, now)))
      if (caller === undefined) throw powerless(arrival?.secret ?? '')
      requirePermission(caller, permission, on)
      asked.push({ permission, on })
    },
    get actor() {
      return actorOf(context.caller, request)
    },
    body: () => {
      if (asked.length === 0 && mustAskBeforeBody(parts.route.access)) {
        throw new Error(`${parts.route.id} read its body before it asked for a permission`)
      }
      return readBody()
    },
    etag: (version, representation = '0') => {
      outcome.headers['etag'] = `"${version}.${representation}"`
    },
    requireVersion: (version) => {
      outcome.versionWasCompared = true
      requireMatch(request.headers['if-match'], version)
    },
    setCookie: (cookie) => {
      outcome.headers['set-cookie'] = cookie
    },
    location: (path) => {
      outcome.headers['location'] = path
    },
    mayTakeLonger: parts.route.accepted !== undefined,
    showsSecret: (tokenId) => {
      outcome.secret = { tokenId }
    },
  }
  return { context, asked, granted, outcome }
}

function needsPermission(access: RouteAccess): boolean {
  return access !== 'public' && access !== 'token'
}

/** A body error must not come before a 403. */
function mustAskBeforeBody(access: RouteAccess): boolean {
  return needsPermission(access) && arrivalPermission(access) === undefined
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

function actorOf(caller: Caller, request: FastifyRequest): AuditActor {
  const via = caller.credential.type === 'session' ? 'console' : 'api'
  return { type: caller.type, id: caller.id, via, requestId: request.id }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  void reply.code(answer.status).headers({
    ...answer.headers,
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  if (answer.body === null) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.body)
}
