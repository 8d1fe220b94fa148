import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { secretKey } from '../../access/authenticator.ts'
import type { Caller } from '../../access/caller.ts'
import { isRecord } from '../../contract/json.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Reader } from '../../database/database.ts'
import type { RequestInstant } from '../../database/due.ts'
import { addAbilities } from './abilities.ts'
import { allowList } from '../shapes/allow-list.ts'
import { authenticate, credentialSecret, isUse } from '../callers/authenticate.ts'
import { globalPermission } from '../callers/authorise.ts'
import type { Check } from './check-ready.ts'
import { matchesEtag } from '../route/etag.ts'
import { exportList } from '../lists/export-list.ts'
import { findChecked, findRemembered } from './find-ready.ts'
import { answerHotFirst } from './hot-path.ts'
import { readIncludeOf } from '../shapes/include.ts'
import { asksTotal } from '../lists/list.ts'
import {
  acceptedExport,
  acceptedType,
  exportedRowOf,
  exportTypes,
  listTypesOf,
  notAcceptable,
  rowSchemaOf,
  type ExportType,
} from '../lists/list-formats.ts'
import { decodeParams, pathOf, searchOf, sentId } from '../route/params.ts'
import { noCredential } from '../refusals/problem.ts'
import { contentType, type Protocol } from '../route/protocol.ts'
import type { RouteFrame } from '../route/route-group.ts'
import { JsonText, Ready } from '../bodies/ready.ts'
import type { HotAnswer, ReadContext, Route } from '../route/route.ts'
import { costOf, heavyCost, needsHeavyPlace } from '../limits/request-cost.ts'
import { readContext, type ReadState } from './read-context.ts'
import { cacheControl, sendReady } from './send-ready.ts'
import { jsonInSlices } from '../lists/in-slices.ts'
import { queryValidator } from '../shapes/validate.ts'

const json = 'application/json'

type AnyReadRoute = Extract<Route, { method: 'GET' }>

/** Adds a GET route: 401 · 429 · 400 · 404 · 403, then the handler, then 304 or the body. */
export function registerReadRoute(
  { server, services, limit, protocol, places }: RouteFrame,
  route: AnyReadRoute,
): void {
  const readQuery = queryValidator(route.query)
  const pick = route.response === null ? undefined : allowList(route.response)
  const rowSchema = rowSchemaOf(route)
  const exportedRow = exportedRowOf(route)
  const types = listTypesOf(route) ?? []
  const [subjectName = ''] = Object.keys(route.params)

  if (route.hot !== undefined) answerHotFirst({ server, services, limit, protocol, places }, route)

  const config = { operation: route.id }
  server.get(protocol.prefix + route.url, { config }, (request, reply) => {
    const secret = route.access === 'public' ? undefined : credentialSecret(request, services)
    if (route.hot !== undefined && secret !== undefined && isUse(request)) {
      if (!services.lease.isAlone()) return answerChecked(route.hot, secret, request, reply)
      if (answerFromMemory(route.hot, secret, request, reply)) return reply
    }
    return answer(secret, request, reply)
  })

  /**
   * The process is alone on the database: no query is needed. Unusual requests take the slow path with its order of
   * checks.
   */
  function answerFromMemory(
    hot: HotAnswer,
    secret: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): boolean {
    const found = findRemembered(services, hot, secretKey(secret), questionOf(request))
    if (found === undefined) return false
    limit?.take(found.caller.credential.id)
    hijack(request, reply, found.ready)
    return true
  }

  function questionOf(request: FastifyRequest) {
    return { subject: sentId(request, subjectName), search: searchOf(request.url) }
  }

  async function answerChecked(
    hot: HotAnswer,
    secret: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const question = { request: request.raw, ...questionOf(request) }
    const found = await findChecked(services, hot, secret, question)
    if (found === undefined) return answer(secret, request, reply)
    const { check, ready } = found
    limit?.take(check.caller.credential.id)
    return ready === undefined
      ? answer(secret, request, reply, check)
      : hijack(request, reply, ready)
  }

  async function answer(
    secret: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    check?: Check,
  ): Promise<FastifyReply> {
    if (exportedRow !== undefined) {
      const type = acceptedExport(request.headers.accept)
      if (type !== undefined) return answerExport(type, secret, request, reply)
      await findCaller(secret, request, 0)
      throw notAcceptable(exportTypes)
    }
    const type = types.length === 0 ? json : acceptedType(request.headers.accept, types)
    if (type !== json) {
      await findCaller(secret, request, 0)
      if (type === undefined) throw notAcceptable(types)
      return answerExport(type, secret, request, reply)
    }
    const sent = { search: searchOf(request.url), url: request.url }
    const { result, state, isSettled, isHeavy } = await read(secret, request, sent, check)
    if (result instanceof Ready) return hijack(request, reply, result)
    const body = result instanceof JsonText ? result.text : await jsonOf(result, isHeavy)
    if (types.length > 0) void reply.header('vary', 'accept')
    const { status } = route
    return sendJson(request, reply, { status, body, etag: state.etag, isSettled, protocol })
  }

  /** All rows of the list, each page of which is read as a request of its own would be. */
  function answerExport(
    type: ExportType,
    secret: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const readPage = async (search: string) => {
      const sent = { search, url: `${pathOf(request)}?${search}` }
      const needs = route.exportedFor?.permission
      const { caller, result } = await read(secret, request, { ...sent, needs })
      if (caller === undefined) throw noCredential()
      return { caller, ...readList(pick?.(result)) }
    }
    const row = rowSchema ?? exportedRow ?? Type.Unknown()
    const isPaged = 'page[size]' in route.query.properties
    return exportList({
      isPaged,
      besideRows: route.besideRows ?? [],
      services,
      request,
      reply,
      operation: route.id,
      event: route.exportedAs ?? route.exportedFor?.event ?? 'access.list.export',
      type,
      row,
      places,
      readPage,
    })
  }

  /** What the route finds for a query, at a cost that the caller's allowance has room for. */
  async function read(
    secret: string | undefined,
    request: FastifyRequest,
    { search: sent, url, needs }: { search: string; url: string; needs?: Permission | undefined },
    check?: Check,
  ) {
    const cost = costOf(route, sent)
    const caller = check?.caller ?? (await findCaller(secret, request, cost))
    const { search, isAsked: asksAbilities } = readIncludeOf(sent, route.abilities !== undefined)
    const query = readQuery(search)
    route.checkQuery?.(query)
    const params = decodeParams(request, route.params)
    const instant =
      check?.nothingDue === true ? { now: check.now, isSettled: true } : await instantFor(caller)
    const { now } = instant
    const isSettled =
      instant.isSettled || (await route.isUntouched?.(services.database.read, params, now)) === true
    const operation = route.id
    const reading = { operation, caller, now, isSettled, params, query, url }
    const run = async (db: Reader, isHeavy: boolean) => {
      const made = readContext(services, request, { ...reading, isHeavy, db })
      const permission = globalPermission(route.access)
      if (permission !== undefined) await made.context.ask(permission)
      if (needs !== undefined) await made.context.ask(needs)
      const result = await route.handler(made.context)
      if (typeof route.access === 'object' && !made.state.asked)
        throw new Error(`${route.id} answered without asking for a permission`)
      return { result, state: made.state }
    }
    const { database } = services
    const needsSnapshot = route.snapshot?.(query) ?? asksTotal(query)
    const work = (isHeavy: boolean) => {
      if (!isSettled) return database.unsettledSnapshot(now, (db) => run(db, isHeavy))
      return needsSnapshot
        ? database.snapshot((db) => run(db, isHeavy))
        : run(database.read, isHeavy)
    }
    const inHeavyPlace = () =>
      caller === undefined ? work(true) : services.heavy.run(caller.id, () => work(true))
    const first = cost < heavyCost ? await work(false) : await inHeavyPlace()
    const isHeavy = cost >= heavyCost || first.result === needsHeavyPlace
    const answered = first.result === needsHeavyPlace ? await inHeavyPlace() : first
    const able = (db: Reader) =>
      withAbilities(answered, readContext(services, request, { ...reading, isHeavy, db }).context)
    const { result, state } = asksAbilities
      ? await (isSettled ? database.snapshot(able) : database.unsettledSnapshot(now, able))
      : answered
    return { caller, result, state, isSettled, isHeavy }
  }

  /**
   * The answer with what the caller may do with its records, which its ETag covers. Handlers read with connections of their
   * own, so it reads only after they have given them back.
   */
  async function withAbilities<A>(
    { result, state }: { result: A; state: ReadState },
    context: ReadContext,
  ) {
    if (route.abilities === undefined) return { result, state }
    const isReady = result instanceof Ready
    const shown: unknown = isReady ? JSON.parse(result.text()) : result
    const { answer, mark } = await addAbilities(context, route.abilities, shown)
    const etag = (isReady ? result.etag : state.etag)?.replace(/"$/, `-${mark}"`)
    return {
      result: isReady ? new JsonText(JSON.stringify(answer)) : answer,
      state: { ...state, etag },
    }
  }

  async function jsonOf(result: unknown, isHeavy: boolean): Promise<string> {
    if (pick === undefined) return ''
    return isHeavy ? jsonInSlices(pick(result)) : JSON.stringify(pick(result))
  }

  /** Without a caller nothing is shown that falls due. */
  async function instantFor(caller: Caller | undefined): Promise<RequestInstant> {
    return caller === undefined
      ? { now: services.database.now(), isSettled: true }
      : services.due.settle()
  }

  async function findCaller(
    secret: string | undefined,
    request: FastifyRequest,
    cost: number,
  ): Promise<Caller | undefined> {
    const how = { cost, isUse: isUse(request) }
    return secret === undefined ? undefined : authenticate(services, limit, secret, how)
  }
}

/** The rows of a list in an answer, and where it goes on. */
function readList(answer: unknown): { rows: readonly unknown[]; next: string | null } {
  if (!isRecord(answer) || !Array.isArray(answer['data']) || !isRecord(answer['links']))
    throw new Error('the answer is not a list')
  const { next } = answer['links']
  return { rows: answer['data'], next: typeof next === 'string' ? next : null }
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
): FastifyReply {
  void reply
    .header('x-request-id', request.id)
    .header('cache-control', cacheControl(isSettled))
    .header('x-content-type-options', 'nosniff')
  if (etag !== undefined) {
    void reply.header('etag', etag)
    if (isSettled && matchesEtag(request.headers['if-none-match'], etag))
      return reply.code(304).send()
  }
  return reply.code(status).header('content-type', contentType(protocol)).send(body)
}

/** Straight to the socket: no hook, no serialiser. */
function hijack(request: FastifyRequest, reply: FastifyReply, ready: Ready): FastifyReply {
  reply.hijack()
  sendReady(request.raw, reply.raw, ready, request.id)
  return reply
}
