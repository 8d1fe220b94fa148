import type { Server } from 'node:http'
import { takeListener } from './take-listener.ts'

type Origin = { publicOrigin: string }

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
  if (name === undefined || value === undefined) return
  const inner = takeListener(server)
  server.on('request', (request, response) => {
    response.setHeader(name, value)
    inner(request, response)
  })
}
