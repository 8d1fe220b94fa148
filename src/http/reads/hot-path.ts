import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { secretKey } from '../../access/authenticator.ts'
import type { Caller } from '../../access/caller.ts'
import { checkReady } from './check-ready.ts'
import { currentTracer } from '../../tracing/trace.ts'
import { headProblem } from '../route/node-refusals.ts'
import { searchOf } from '../route/params.ts'
import type { Protocol } from '../route/protocol.ts'
import type { RouteFrame } from '../route/route-group.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import type { ReadyBody } from '../bodies/ready-bodies.ts'
import { httpsHeaders } from '../listeners/require-https.ts'
import { requestId } from '../route/request-id.ts'
import { takeListener } from '../listeners/take-listener.ts'
import type { AnyReadRoute } from '../route/route.ts'
import type { Services } from '../route/services.ts'
import { sendReady } from './send-ready.ts'

/** A token as programs send it. Any other credential, and any other spelling, is for the framework. */
const bearerToken = /^Bearer (mst_[us][0-9A-Za-z]{38})$/

/**
 * Answers what a route has cached before the framework sees the request, because routing and wrapping cost as much
 * as all the rest. It answers only 200 and 304; any unusual request goes on to the framework, which starts from the
 * beginning.
 */
export function answerHotFirst(
  { server, services, limit, protocol }: RouteFrame,
  route: AnyReadRoute,
): void {
  const { server: http } = server
  const { hot } = route
  if (hot === undefined) throw new Error(`${route.id} has nothing hot`)
  const inner = takeListener(http)
  const read = questionReader(services, protocol, route)
  const counter = services.requests?.ofMemory(route.id)
  const more = httpsHeaders(services)
  const answer = (response: ServerResponse, found: Hit | undefined, begun: number) => {
    const { req: request } = response
    // The client may have gone while the database was asked.
    if (response.destroyed) return
    if (found !== undefined && mayTake(limit, found.caller.credential.id)) {
      sendReady(request, response, found.ready, { requestId: requestId(request), more })
      counter?.hit(response.statusCode, begun)
      currentTracer()?.name(route.id)
    } else {
      counter?.miss()
      inner(request, response)
    }
  }

  /** Alone on the database: no query is needed. */
  const remember = ({ shown, subject, search, address }: Question): Hit | undefined => {
    const caller = services.authenticator.remembered(shown.key, { address })
    if (caller === undefined || !services.due.nothingDue()) return undefined
    const ready = hot(services, caller, subject, search)
    return ready && { caller, ready }
  }

  /**
   * Beside other processes: one statement finds the caller and whether the body is still valid. Where it fails, the framework
   * asks again, and says why not.
   */
  const check = async (request: IncomingMessage, { shown, subject, search }: Question) => {
    const question = { request, secret: shown.secret, subject }
    const checked = await checkReady(services, question)
    if (checked === undefined) return undefined
    const { caller } = checked
    const ready = hot(services, caller, subject, search)
    return ready !== undefined && checked.holds(ready) ? { caller, ready } : undefined
  }

  http.on('request', (request, response) => {
    // A server that closes answers nothing new: the framework says so.
    const question = http.listening ? read(request) : undefined
    const begun = counter === undefined ? 0 : performance.now()
    if (question === undefined) inner(request, response)
    else if (services.lease.isAlone()) answer(response, remember(question), begun)
    else
      void check(request, question)
        .catch(() => undefined)
        .then((found) => answer(response, found, begun))
  })
}

/** What is asked of a hot route: `subject` is an id as it was sent, possibly malformed. Memory then does not have it. */
type Question = { shown: Credential; subject: string; search: string; address: string }
type Hit = { caller: Caller; ready: ReadyBody }

/** A secret, and its key in memory. */
type Credential = { secret: string; key: string }

/**
 * The last credential of a connection. A program sends the same with every request, so that it is parsed and hashed
 * once; it is dropped with the connection.
 */
const lastShown = new WeakMap<Socket, Credential & { header: string }>()

function shownIn({ headers, socket }: IncomingMessage): Credential | undefined {
  const header = headers.authorization ?? ''
  const last = lastShown.get(socket)
  if (last?.header === header) return last
  const secret = bearerToken.exec(header)?.[1]
  if (secret === undefined) return undefined
  const shown = { header, secret, key: secretKey(secret) }
  lastShown.set(socket, shown)
  return shown
}

/** Reads the secret and the person of a request, if it is a plain request of the route. */
function questionReader(
  { clientAddresses }: Services,
  protocol: Protocol,
  { id, url, hotParameter }: AnyReadRoute,
) {
  const path =
    hotParameter === undefined ? /^([^:]*):\w+$/.exec(url)?.[1] : `${url}?${hotParameter}=`
  if (path === undefined) throw new Error(`the path of ${id} does not end with an id`)
  const prefix = protocol.prefix + path
  const next = hotParameter === undefined ? '?' : '&'

  return (request: IncomingMessage): Question | undefined => {
    const { method, url: sent = '' } = request
    if (method !== 'GET' || !sent.startsWith(prefix) || headProblem(request) !== undefined)
      return undefined
    const shown = shownIn(request)
    if (shown === undefined) return undefined
    const end = sent.indexOf(next, prefix.length)
    const subject = sent.slice(prefix.length, end < 0 ? sent.length : end)
    return { shown, subject, search: searchOf(sent), address: clientAddresses.of(request) }
  }
}

/** False when the allowance is used up: then the framework finds the same again, and answers it. */
function mayTake(limit: RateLimit | undefined, key: string): boolean {
  try {
    limit?.take(key)
    return true
  } catch {
    return false
  }
}
