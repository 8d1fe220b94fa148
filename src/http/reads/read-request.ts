import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { isRecord } from '../../contract/json.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Reader } from '../../database/database.ts'
import type { RequestInstant } from '../../database/due.ts'
import type { Semaphore } from '../../database/semaphore.ts'
import { addAbilities } from './abilities.ts'
import { allowList } from '../shapes/allow-list.ts'
import { authenticate, credentialSecret, useOf } from '../callers/authenticate.ts'
import { globalPermission } from '../callers/authorise.ts'
import { earlierCheck, type Check } from './check-ready.ts'
import { matchesEtag } from '../route/etag.ts'
import { exportList } from '../lists/export-list.ts'
import { codedEtag, codingFor, sendCoded } from '../bodies/compression.ts'
import { answerHotFirst } from './hot-path.ts'
import { readIncludeOf } from '../shapes/include.ts'
import { asksTotal } from '../lists/list.ts'
import { acceptedType, formatsOf, notAcceptable, type ExportType } from '../lists/list-formats.ts'
import { decodeParams, pathOf, searchOf } from '../route/params.ts'
import { noCredential } from '../refusals/problem.ts'
import { contentType, type Protocol } from '../route/protocol.ts'
import { closedPolicy } from '../route/request-id.ts'
import { logRead } from '../route/request-log.ts'
import type { RouteFrame } from '../route/route-group.ts'
import type { Services } from '../route/services.ts'
import { JsonText, Ready } from '../bodies/ready.ts'
import type { AnyReadRoute, ReadContext } from '../route/route.ts'
import { costOf, heavyCost, needsHeavyPlace } from '../limits/request-cost.ts'
import { readContext, type ReadState } from './read-context.ts'
import { cacheControl, sendReady } from './send-ready.ts'
import { acceptsStale, listVary, staleHeaders } from '../lists/stale.ts'
import { createTurns, jsonInSlices } from '../lists/in-slices.ts'
import { queryValidator } from '../shapes/validate.ts'

const json = 'application/json'

/** What the requests of a route are read with. */
type Reading = ReturnType<typeof readingOf>

function readingOf(frame: RouteFrame, route: AnyReadRoute) {
  return {
    ...frame,
    route,
    readQuery: queryValidator(route.query),
    pick: route.response === null ? undefined : allowList(route.response),
    formats: formatsOf(route),
  }
}

/** Adds a GET route: 401 · 429 · 400 · 404 · 403, then the handler, then 304 or the body. */
export function registerReadRoute(frame: RouteFrame, route: AnyReadRoute): void {
  const { server, services, protocol } = frame
  const reading = readingOf(frame, route)
  const { hot } = route
  if (hot !== undefined) answerHotFirst(frame, route)
  const config = { operation: route.id }
  server.get(protocol.prefix + route.url, { config, onResponse: logRead }, (request, reply) => {
    const secret = route.access === 'public' ? undefined : credentialSecret(request, services)
    const check = hot && earlierCheck(request.raw)
    return answer(reading, { secret, request, reply, check })
  })
}

/** A request and the secret of its caller, if it needs one; `check` has found the caller already. */
type Asked = {
  secret: string | undefined
  request: FastifyRequest
  reply: FastifyReply
  check: Check | undefined
}

async function answer(reading: Reading, asked: Asked): Promise<FastifyReply> {
  const { services, route, formats, pick, protocol } = reading
  const { request, reply } = asked
  const type = formats === undefined ? json : acceptedType(request.headers.accept, formats)
  if (formats !== undefined && type !== json) {
    const caller = await findCaller(reading, asked, 0)
    if (type === undefined || caller === undefined) throw notAcceptable(formats)
    return reading.places.run(caller.id, (turns) => answerExport(reading, asked, { type, turns }))
  }
  const sent = { search: searchOf(request.url), url: request.url }
  const { result, state, isSettled, isHeavy } = await read(reading, asked, sent)
  if (result instanceof Ready) return hijack(request, reply, result)
  const body = result instanceof JsonText ? result.text : await jsonOf(pick, result, isHeavy)
  if (formats !== undefined) void reply.headers(staleHeaders(services, request))
  void reply.header('vary', formats === undefined ? 'accept-encoding' : listVary)
  const { status } = route
  return sendJson(request, reply, { status, body, etag: state.etag, isSettled, protocol })
}

/** All rows of the list, each page of which is read as a request of its own would be. */
function answerExport(
  reading: Reading,
  asked: Asked,
  { type, turns }: { type: ExportType; turns: Semaphore },
): Promise<FastifyReply> {
  const { services, route, formats } = reading
  const { request, reply } = asked
  const row = formats?.row ?? Type.Unknown()
  const pickRow = allowList(row)
  const readPage = async (search: string) => {
    const sent = { search, url: `${pathOf(request)}?${search}` }
    const needs = route.exportedFor?.permission
    const { caller, result } = await read(reading, asked, { ...sent, needs })
    if (caller === undefined) throw noCredential()
    return { caller, ...(await readList(result, pickRow)) }
  }
  return exportList({ services, route, request, reply, type, row, turns, readPage })
}

/** A query as it was sent, or of a page of an export, for which the caller also `needs` a permission. */
type SentQuery = { search: string; url: string; needs?: Permission | undefined }

/** What the route finds for a query, at a cost that the caller's allowance has room for. */
async function read(reading: Reading, asked: Asked, sent: SentQuery) {
  const { route, services, readQuery } = reading
  const { request, check } = asked
  const cost = costOf(route, sent.search)
  const caller = await findCaller(reading, asked, cost)
  const { search, isAsked } = readIncludeOf(sent.search, route.abilities !== undefined)
  const query = readQuery(search)
  route.checkQuery?.(query)
  const params = decodeParams(request, route.params)
  await route.prepare?.(services)
  const settled =
    check?.nothingDue === true
      ? { now: check.now, isSettled: true }
      : await instantFor(services, caller)
  const { now } = settled
  const isSettled =
    settled.isSettled || (await route.isUntouched?.(services.database.read, params, now)) === true
  const facts = { operation: route.id, now, isSettled, params, query, requestUrl: sent.url }
  const contextOn = (db: Reader, isHeavy: boolean) =>
    readContext({ services, request, caller }, { ...facts, isHeavy, db })
  const mayBeStale = reading.formats !== undefined && acceptsStale(services, request)
  const needsSnapshot = route.snapshot?.(query) ?? asksTotal(query)
  const inDatabase = <T>(work: (db: Reader) => Promise<T>, isSnapshot: boolean) =>
    readDatabase(services, { now, isSettled, isSnapshot, mayBeStale }, work)
  const work = (isHeavy: boolean) =>
    inDatabase((db) => handle(route, contextOn(db, isHeavy), sent.needs), needsSnapshot)
  const inHeavyPlace = () =>
    caller === undefined ? work(true) : services.heavy.run(caller.id, () => work(true))
  const first = cost < heavyCost ? await work(false) : await inHeavyPlace()
  const isHeavy = cost >= heavyCost || first.result === needsHeavyPlace
  const answered = first.result === needsHeavyPlace ? await inHeavyPlace() : first
  const { result, state } = isAsked
    ? await inDatabase((db) => withAbilities(route, answered, contextOn(db, isHeavy).context), true)
    : answered
  state.countUses()
  return { caller, result, state, isSettled, isHeavy }
}

type DatabaseRead = RequestInstant & { isSnapshot: boolean; mayBeStale: boolean }

function readDatabase<T>(
  { database }: Services,
  { now, isSettled, isSnapshot, mayBeStale }: DatabaseRead,
  work: (db: Reader) => Promise<T>,
): Promise<T> {
  if (!isSettled) return database.unsettledSnapshot(now, work)
  const fresh = () => (isSnapshot ? database.snapshot(work) : work(database.read))
  const { replica } = database
  return mayBeStale && replica !== undefined ? replica.snapshot(work, fresh) : fresh()
}

/** Asks what the route needs, and calls its handler. */
async function handle(
  route: AnyReadRoute,
  { context, state }: ReturnType<typeof readContext>,
  needs: Permission | undefined,
) {
  const permission = globalPermission(route.access)
  if (permission !== undefined) await context.ask(permission)
  if (needs !== undefined) await context.ask(needs)
  const result: unknown = await route.handler(context)
  if (typeof route.access === 'object' && !state.asked)
    throw new Error(`${route.id} answered without asking for a permission`)
  return { result, state }
}

/**
 * The answer with what the caller may do with its records, which its ETag covers. Handlers read with connections of their
 * own, so it reads only after they have given them back.
 */
async function withAbilities(
  route: AnyReadRoute,
  { result, state }: { result: unknown; state: ReadState },
  context: ReadContext,
): Promise<{ result: unknown; state: ReadState }> {
  if (route.abilities === undefined) return { result, state }
  const isReady = result instanceof Ready
  const shown: unknown = isReady ? JSON.parse(result.text()) : result
  const { answer: able, mark } = await addAbilities(context, route.abilities, shown)
  const etag = (isReady ? result.etag : state.etag)?.replace(/"$/, `-${mark}"`)
  return {
    result: isReady ? new JsonText(JSON.stringify(able)) : able,
    state: { ...state, etag },
  }
}

async function jsonOf(pick: Reading['pick'], result: unknown, isHeavy: boolean): Promise<string> {
  if (pick === undefined) return ''
  return isHeavy ? jsonInSlices(pick(result)) : JSON.stringify(pick(result))
}

/** Without a caller nothing is shown that falls due. */
async function instantFor(
  { database, due }: Services,
  caller: Caller | undefined,
): Promise<RequestInstant> {
  return caller === undefined ? { now: database.now(), isSettled: true } : due.settle()
}

async function findCaller(
  { services, limit }: Reading,
  { secret, request, check }: Asked,
  cost: number,
): Promise<Caller | undefined> {
  if (secret === undefined) return undefined
  if (check === undefined)
    return authenticate(services, limit, secret, { cost, use: useOf(services, request) })
  limit?.take(check.caller.credential.id, cost)
  return check.caller
}

/** The rows of a list in an answer, and where it goes on. Others get a turn first: the answer has taken some milliseconds. */
async function readList(answer: unknown, pick: (row: unknown) => unknown) {
  if (!isRecord(answer) || !Array.isArray(answer['data']) || !isRecord(answer['links']))
    throw new Error('the answer is not a list')
  const { next } = answer['links']
  const rows: unknown[] = []
  const turns = createTurns()
  await turns.next()
  for (const row of answer['data']) {
    if (turns.isDue()) await turns.next()
    rows.push(pick(row))
  }
  return { rows, next: typeof next === 'string' ? next : null }
}

type JsonAnswer = {
  status: number
  body: string | Uint8Array
  etag: string | undefined
  isSettled: boolean
  protocol: Protocol
}

/** An answer that shows what is not settled must not be cached. */
function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, etag, isSettled, protocol }: JsonAnswer,
): FastifyReply | Promise<FastifyReply> {
  const { headers } = request
  const coding = codingFor(headers, Buffer.byteLength(body))
  void reply
    .header('x-request-id', request.id)
    .header('cache-control', cacheControl(isSettled))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', closedPolicy)
  if (etag !== undefined) {
    const coded = codedEtag(etag, coding)
    void reply.header('etag', coded)
    if (isSettled && matchesEtag(headers['if-none-match'], coded)) return reply.code(304).send()
  }
  void reply.code(status).header('content-type', contentType(protocol))
  return sendCoded(reply, body, coding)
}

/** Straight to the socket: no hook, no serialiser. */
function hijack(request: FastifyRequest, reply: FastifyReply, ready: Ready): FastifyReply {
  reply.hijack()
  sendReady(request.raw, reply.raw, ready, { requestId: request.id })
  return reply
}
