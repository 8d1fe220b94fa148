import type { IncomingMessage, ServerResponse } from 'node:http'
import { codedEtag, codingFor } from '../bodies/compression.ts'
import { matchesEtag } from '../route/etag.ts'
import { closedPolicy } from '../route/request-id.ts'
import type { Ready } from '../bodies/ready.ts'

/** Whether a client may cache the answer, and revalidate it each time. */
export function cacheControl(isSettled: boolean): string {
  return isSettled ? 'private, no-cache' : 'no-store'
}

/** 200 with the ready text, or 304 where the client has them. `more`: headers, names and values in turn. */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  ready: Ready,
  { requestId, more = [] }: { requestId: string; more?: readonly string[] },
): void {
  const { headers } = request
  const coding = codingFor(headers, ready.wire.length)
  const etag = codedEtag(ready.etag, coding)
  if (ready.isSettled && matchesEtag(headers['if-none-match'], etag)) {
    response.writeHead(304, [
      'etag',
      etag,
      'vary',
      'accept-encoding',
      'x-request-id',
      requestId,
      'cache-control',
      cacheControl(true),
      ...more,
    ])
    response.end()
    return
  }
  const send = (wire: string) => {
    // As a list, which Node writes down as it is unless a header was set before.
    const head = [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(wire.length),
      'etag',
      etag,
      'cache-control',
      cacheControl(ready.isSettled),
      'vary',
      'accept-encoding',
      'x-content-type-options',
      'nosniff',
      'content-security-policy',
      closedPolicy,
      'x-request-id',
      requestId,
      ...more,
    ]
    if (coding !== undefined) head.push('content-encoding', coding)
    response.writeHead(200, head)
    response.end(wire, 'latin1')
  }
  const wire = coding === undefined ? ready.wire : ready.compressed(coding)
  if (typeof wire === 'string') send(wire)
  // Without memory for zlib there is no answer: the client sees a cut connection, and asks again.
  else wire.then(send).catch(() => response.destroy())
}
