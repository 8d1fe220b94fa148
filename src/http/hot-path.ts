import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { decodeId } from '../contract/ids.ts'
import { searchOf } from './params.ts'
import type { RateLimit } from './rate-limit.ts'
import { requestId } from './request-id.ts'
import type { Route } from './route.ts'
import { sendReady } from './send-ready.ts'
import type { Services } from './services.ts'

type ReadRoute = Extract<Route, { method: 'GET' }>

/** A token as programs send it. Any other credential, and any other spelling, is for the framework. */
const bearerToken = /^Bearer (mst_[us][0-9A-Za-z]{38})$/

/**
 * Answers what a route has ready in memory before the framework sees the request, because finding the route and
 * wrapping the request cost as much as all the rest. It answers 200 and 304 only: whatever is unusual in any way goes
 * on to the framework, which does everything from the beginning.
 */
export function answerHotFirst(
  server: FastifyInstance,
  services: Services,
  limit: RateLimit | undefined,
  route: ReadRoute,
): void {
  const { server: http } = server
  const [inner, ...others] = http.listeners('request')
  if (inner === undefined || others.length > 0)
    throw new Error('one listener was expected to take the requests')
  const answer = hotAnswerer(services, limit, route)
  http.removeAllListeners('request')
  http.on('request', (request, response) => {
    // A server that closes answers nothing new: the framework says so.
    if (!http.listening || !answer(request, response)) inner.call(http, request, response)
  })
}

/** Answers a request and says true, or leaves it untouched and says false. */
function hotAnswerer(services: Services, limit: RateLimit | undefined, route: ReadRoute) {
  const { hot } = route
  const [, path, name] = /^([^:]*):(\w+)$/.exec(route.url) ?? []
  const kind = name === undefined ? undefined : route.params[name]
  if (hot === undefined || kind === undefined)
    throw new Error(`${route.id} has nothing hot, or its path does not end with an id`)
  const prefix = `/api/v1${path}`

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request
    if (method !== 'GET' || !url.startsWith(prefix)) return false
    const secret = bearerToken.exec(request.headers.authorization ?? '')?.[1]
    const caller = secret === undefined ? undefined : services.authenticator.remembered(secret)
    if (caller === undefined || !services.due.nothingDue()) return false
    const search = searchOf(url)
    const end = search === '' ? url.length : url.length - search.length - 1
    const subject = decodeId(kind, url.slice(prefix.length, end))
    if (subject === undefined) return false
    const ready = hot(services, caller, subject, search)
    if (ready === undefined || !mayTake(limit, caller.credential.id)) return false
    sendReady(request, response, ready, requestId(request))
    return true
  }
}

/** False where the allowance is used up: then the framework finds it so again, and says what there is to say. */
function mayTake(limit: RateLimit | undefined, key: string): boolean {
  try {
    limit?.take(key)
    return true
  } catch {
    return false
  }
}
