import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const sane = /^[A-Za-z0-9._-]{8,64}$/
const processPart = randomBytes(6).toString('hex')
let count = 0

/** The caller's X-Request-Id if it is a sane one, else a fresh one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && sane.test(sent) ? sent : freshRequestId()
}

/** An id for input that was not even a request. */
export function freshRequestId(): string {
  count += 1
  return `${processPart}-${count.toString(36).padStart(7, '0')}`
}

/** The Content-Security-Policy of what is no page: nothing is loaded for it, and no other page shows it. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Headers of every answer that no one may keep. */
export function uncachedHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': closedPolicy,
  }
}
