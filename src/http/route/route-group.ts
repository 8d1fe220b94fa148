import type { FastifyInstance } from 'fastify'
import type { ExportPlaces } from '../limits/export-places.ts'
import { apiProtocol, type Protocol } from './protocol.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** Routes that speak one protocol. Their urls are relative to its prefix. */
export type RouteGroup = { protocol: Protocol; routes: readonly Route[] }

/** What a route is registered with. */
export type RouteFrame = {
  server: FastifyInstance
  services: Services
  limit: RateLimit | undefined
  protocol: Protocol
  places: ExportPlaces
}

/** The protocol at a path. What is beside all of them fails as the API does. */
export function protocolAt(groups: readonly RouteGroup[], path: string): Protocol {
  const found = groups.find(
    ({ protocol: { prefix } }) =>
      path.startsWith(prefix) && ['', '/', '?'].includes(path.charAt(prefix.length)),
  )
  return found?.protocol ?? apiProtocol
}
