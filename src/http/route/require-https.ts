import type { Server } from 'node:http'
import type { Services } from './services.ts'

type Origin = Pick<Services, 'publicOrigin'>

/** Browsers come back by https for a year: the header, its name and its value, where the public origin is https. */
export function httpsHeaders({ publicOrigin }: Origin): readonly string[] {
  return publicOrigin.startsWith('https:') ? ['strict-transport-security', 'max-age=31536000'] : []
}

/**
 * Has every answer of the framework say so. What answers before it adds {@link httpsHeaders} to its own: after a header was set
 * Node writes a head the slow way.
 */
export function requireHttps(server: Server, origin: Origin): void {
  const [name, value] = httpsHeaders(origin)
  const [inner, ...others] = server.listeners('request')
  if (inner === undefined || others.length > 0)
    throw new Error('the server must have exactly one request listener')
  if (name === undefined || value === undefined) return
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    response.setHeader(name, value)
    inner.call(server, request, response)
  })
}
