import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../refusals/problem.ts'

/** The message for a request of a foreign origin, in JSON or on a page. */
export function foreignOriginMessage(publicOrigin: string): string {
  return `A browser may change something here only from a page of ${new URL(publicOrigin).origin} itself.`
}

/** True when a browser sent it from a page of this server's own public origin. */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  return (
    headers.origin === new URL(publicOrigin).origin && headers['sec-fetch-site'] !== 'cross-site'
  )
}

/** 403 unless {@link isSameOrigin}: a browser sends its cookie with requests from any page. */
export function requireSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (isSameOrigin(headers, publicOrigin)) return
  throw new Problem(
    403,
    `${foreignOriginMessage(publicOrigin)} Programs send a token in the header Authorization.`,
  )
}
