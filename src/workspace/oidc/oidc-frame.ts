import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../http/route/services.ts'
import type { Problem } from '../../http/refusals/problem.ts'
import { showPage } from '../auth/show-page.ts'
import { refusingPage } from '../auth/sign-in-page.ts'
import type { WrongTokens } from '../../http/limits/wrong-tokens.ts'
import type { BegunExchanges } from './begun-exchanges.ts'
import { oidcPath } from './cookies.ts'
import { failureOf } from './failure.ts'
import type { Issuer } from './issuer.ts'
import { faultPage, type PageFault } from './oidc-page.ts'
import type { Provider } from './provider.ts'

/** What the pages share: the server, the key of their cookies, and the issuers by handle. */
export type OidcFrame = {
  services: Services
  key: Buffer
  providers: ReadonlyMap<string, Provider>
  begun: BegunExchanges
  /** Limits failed exchanges of codes per address; undefined without a rate limit. */
  failedExchanges: WrongTokens | undefined
}

/** Where an issuer sends the browser back to. From configuration only. */
export function callbackAddress({ publicOrigin }: Services, { handle }: Issuer): string {
  return `${publicOrigin}${oidcPath}/${handle}/callback`
}

export function showFault(
  { issuer }: Provider,
  fault: PageFault,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, text } = faultPage(fault, issuer)
  return showPage(request, reply, status, text)
}

export function showTooMany(
  { message, headers }: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return showPage(request, reply.headers(headers), 429, refusingPage('Try again later', message))
}

/** Shows what failed at the issuer, and logs why. */
export function showFailure(
  provider: Provider,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { fault, reason } = failureOf(error)
  const line = { requestId: request.id, issuer: provider.issuer.handle, reason }
  if (fault === 'unreachable') request.log.error(line, 'an issuer can not be reached')
  else request.log.warn(line, 'a sign-in by an issuer failed')
  return showFault(provider, fault, request, reply)
}
