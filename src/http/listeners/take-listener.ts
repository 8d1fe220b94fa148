import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Takes the one listener of requests off a server. @returns it, for the listener that takes its place */
export function takeListener(
  server: Server,
): (request: IncomingMessage, response: ServerResponse) => void {
  const [inner, ...others] = server.listeners('request')
  if (inner === undefined || others.length > 0)
    throw new Error('the server must have exactly one request listener')
  server.removeAllListeners('request')
  return (request, response) => {
    inner.call(server, request, response)
  }
}
