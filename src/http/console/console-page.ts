import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serverPaths } from '../../contract/public-origin.ts'
import type { ConsoleFiles } from '../bodies/console-files.ts'
import { uncachedHeaders } from '../route/request-id.ts'

/** What the built page has where the nonce of the response belongs. */
const placeholder = '__STYLE_NONCE__'

/** Whether a browser asks for a page, at a path that the console's own router may know. */
export function isConsolePage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.accept?.includes('text/html') !== true) return false
  const first = firstSegment(url.split(/[?#]/)[0] ?? '')
  return first !== undefined && !serverPaths.has(first)
}

const maximumDecodings = 4

/**
 * The first segment of a path as a proxy or a program may read it: percent-encoding, dot segments, backslashes and
 * empty segments resolved, in lower case. Undefined for what is encoded too often.
 */
function firstSegment(path: string, decodings = 0): string | undefined {
  const address = `http://localhost${path}`
  if (decodings > maximumDecodings || !URL.canParse(address)) return undefined
  const decoded = decodeAscii(new URL(address).pathname)
  if (decoded !== path) return firstSegment(decoded, decodings + 1)
  return (decoded.split('/').find((segment) => segment !== '') ?? '').toLowerCase()
}

function decodeAscii(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Sends the page, with a new nonce for the style elements that the console adds while it runs. */
export function sendConsolePage(
  { page }: ConsoleFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .code(200)
    .headers({
      ...uncachedHeaders(request.id),
      'content-security-policy': policyWith(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(placeholder, nonce))
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
