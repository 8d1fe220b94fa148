import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loadServerSecret } from '../../database/server-secret.ts'
import { logWrite } from '../../http/route/request-log.ts'
import type { Services } from '../../http/route/services.ts'
import { WrongTokens } from '../../http/limits/wrong-tokens.ts'
import { showPage } from '../auth/show-page.ts'
import { refusingPage } from '../auth/sign-in-page.ts'
import { BegunExchanges } from './begun-exchanges.ts'
import { oidcPath } from './cookies.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { Issuer } from './issuer.ts'
import type { OidcFrame } from './oidc-frame.ts'
import { Provider } from './provider.ts'
import { signOutAtIssuer } from './sign-out-at-issuer.ts'
import { startSignIn } from './start-sign-in.ts'

type WithIssuer = { Params: { issuer: string } }
type Page = (
  frame: OidcFrame,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** Where a browser begins to sign in at an issuer. */
function startAddress(publicOrigin: string, { handle }: Issuer): string {
  return `${publicOrigin}${oidcPath}/${handle}/start`
}

/** What routes know of the issuers. */
export function describeIssuers(
  publicOrigin: string,
  issuers: readonly Issuer[],
): Services['issuers'] {
  return issuers.map((issuer) => ({
    handle: issuer.handle,
    name: issuer.name,
    url: startAddress(publicOrigin, issuer),
    provider: issuer.url.href,
    isRestricted: issuer.allowedDomains !== undefined,
    defaultGrant: issuer.defaultGrant,
  }))
}

/**
 * Adds the pages for signing in by OpenID Connect, outside the API: the way to an issuer, the way back, and signing out
 * there. Adds nothing without issuers.
 */
export async function registerOidcPages(
  server: FastifyInstance,
  services: Services,
  issuers: readonly Issuer[],
): Promise<void> {
  if (issuers.length === 0) return
  const { rateLimit, clientAddresses } = services
  const frame = {
    services,
    key: await loadServerSecret(services.database, 'sign_in_key'),
    providers: new Map(issuers.map((issuer) => [issuer.handle, new Provider(issuer)])),
    begun: new BegunExchanges(),
    failedExchanges:
      rateLimit === null
        ? undefined
        : new WrongTokens(rateLimit, clientAddresses, 'sign-ins that failed'),
  }
  const ofIssuer =
    (page: (provider: Provider, ...rest: Parameters<Page>) => Promise<FastifyReply>) =>
    (request: FastifyRequest<WithIssuer>, reply: FastifyReply) => {
      const provider = frame.providers.get(request.params.issuer)
      if (provider !== undefined) return page(provider, frame, request, reply)
      const why = 'This server has no such issuer. Begin at its start page.'
      return showPage(request, reply, 404, refusingPage('You are not signed in', why))
    }
  const written = {
    exposeHeadRoute: false,
    onResponse: async (request: FastifyRequest, reply: FastifyReply) => logWrite(request, reply),
  }
  server.get<WithIssuer>(
    `${oidcPath}/:issuer/start`,
    { exposeHeadRoute: false },
    ofIssuer(startSignIn),
  )
  server.get<WithIssuer>(
    `${oidcPath}/:issuer/callback`,
    { ...written, config: { operation: 'finishSignIn' } },
    ofIssuer(finishSignIn),
  )
  server.get(`${oidcPath}/sign-out`, { exposeHeadRoute: false }, (request, reply) =>
    signOutAtIssuer(frame, request, reply),
  )
}
