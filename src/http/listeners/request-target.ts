import type { IncomingMessage, Server } from 'node:http'
import { takeListener } from './take-listener.ts'

/** A proxy's absolute-form target names this server too; everything behind the edge sees path and query alone. */
export function originForm({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * Takes the path of the public origin from the front of each request's, before anything reads it. A proxy that has taken it off
 * already sends requests that are the same.
 */
export function stripBasePath(server: Server, basePath: string): void {
  if (basePath === '') return
  const inner = takeListener(server)
  server.on('request', (request, response) => {
    const target = originForm(request)
    const rest = target.startsWith(basePath) ? target.slice(basePath.length) : undefined
    if (rest !== undefined && /^(?:[/?]|$)/.test(rest))
      request.url = rest.startsWith('/') ? rest : `/${rest}`
    inner(request, response)
  })
}
