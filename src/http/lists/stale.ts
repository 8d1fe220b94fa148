import type { FastifyRequest } from 'fastify'
import type { Services } from '../route/services.ts'

/** What an answer of a list depends on besides its address. */
export const listVary = 'accept, accept-encoding, prefer'

/**
 * Whether a list may be read from a replica: there is one, and the client accepts what was so a moment ago, by `Prefer: stale`
 * (RFC 7240). Who asks, and what they may see, is looked up in the database itself.
 */
export function acceptsStale({ database }: Services, { headers }: FastifyRequest): boolean {
  const { prefer } = headers
  if (database.replica === undefined || prefer === undefined) return false
  return [prefer]
    .flat()
    .some((line) =>
      line.split(',').some((each) => each.split(';')[0]?.trim().toLowerCase() === 'stale'),
    )
}

/** Says that the preference was followed. */
export function staleHeaders(services: Services, request: FastifyRequest): Record<string, string> {
  return acceptsStale(services, request) ? { 'preference-applied': 'stale' } : {}
}
