import * as client from 'openid-client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { basePathOf } from '../../contract/public-origin.ts'
import { pageHeaders } from '../auth/show-page.ts'
import { cookieValue, providerSessionCookie, providerSessionCookieName } from './cookies.ts'
import { failureOf } from './failure.ts'
import type { OidcFrame } from './oidc-frame.ts'
import { openProviderSession, type ProviderSession } from './provider-session.ts'

/**
 * Sends a browser whose session has ended to the issuer that opened it, to sign out there too, and from there to the
 * first page. Without such an issuer, to that page at once.
 */
export async function signOutAtIssuer(
  frame: OidcFrame,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { publicOrigin } = frame.services
  const first = `${basePathOf(publicOrigin)}/`
  const sealed = cookieValue(request.headers.cookie, providerSessionCookieName(publicOrigin))
  void reply.headers(pageHeaders(request))
  // Another site's link comes without the cookie, and must not end it.
  if (sealed === undefined) return reply.redirect(first, 303)
  const session = openProviderSession(frame.key, sealed)
  const url = session && (await endSessionAddress(frame, session, request))
  return reply
    .header('set-cookie', providerSessionCookie(publicOrigin, '', 0))
    .redirect(url ?? first, 303)
}

async function endSessionAddress(
  { providers, services }: OidcFrame,
  { issuer, idToken }: ProviderSession,
  request: FastifyRequest,
): Promise<string | undefined> {
  try {
    const configuration = await providers.get(issuer)?.configuration()
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${services.publicOrigin}/`,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    }).href
  } catch (error) {
    const { reason } = failureOf(error)
    request.log.warn(
      { requestId: request.id, issuer, reason },
      'signed out here, not at the issuer',
    )
    return undefined
  }
}
