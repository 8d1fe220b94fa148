import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchesEtag } from '../route/etag.ts'
import type { Ready } from '../bodies/ready.ts'

/** Whether a client may cache the answer, and revalidate it each time. */
export function cacheControl(isSettled: boolean): string {
  return isSettled ? 'private, no-cache' : 'no-store'
}

/** 200 with the ready text, or 304 where the client has them. */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  ready: Ready,
  requestId: string,
): void {
  if (ready.isSettled && matchesEtag(request.headers['if-none-match'], ready.etag)) {
    response.writeHead(304, {
      etag: ready.etag,
      'x-request-id': requestId,
      'cache-control': cacheControl(true),
    })
    response.end()
    return
  }
  // As a list, which Node writes down as it is.
  response.writeHead(200, [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(ready.wire.length),
    'etag',
    ready.etag,
    'cache-control',
    cacheControl(ready.isSettled),
    'x-content-type-options',
    'nosniff',
    'x-request-id',
    requestId,
  ])
  response.end(ready.wire, 'latin1')
}
