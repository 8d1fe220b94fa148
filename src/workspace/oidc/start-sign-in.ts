import * as client from 'openid-client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionHashOf } from '../../http/callers/session-cookie.ts'
import { pageHeaders } from '../auth/show-page.ts'
import { signInCookie } from './cookies.ts'
import { callbackAddress, showFailure, type OidcFrame } from './oidc-frame.ts'
import type { Provider } from './provider.ts'
import { returnPath } from './return-path.ts'
import { createState, sealState, stateLifeSeconds } from './sign-in-state.ts'

/**
 * Sends the browser to the issuer, with a cookie that ties the sign-in to this browser. With `max_age=0` the issuer asks the person
 * to sign in again. Writes nothing.
 */
export async function startSignIn(
  provider: Provider,
  { services, key }: OidcFrame,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { issuer } = provider
  const { publicOrigin, database } = services
  const query = new URLSearchParams(request.url.split('?')[1])
  const isAgain = query.get('max_age') === '0'
  // The session's cookie is Strict, so browsers leave it out on the way back from another site.
  const [session] = sessionHashOf(request.headers.cookie, publicOrigin)
  const state = createState(issuer.handle, database.now(), {
    returnTo: returnPath(query.get('return_to') ?? undefined, publicOrigin),
    earlierSession: session?.toString('base64url') ?? null,
    isAgain,
  })
  try {
    const url = client.buildAuthorizationUrl(await provider.configuration(), {
      redirect_uri: callbackAddress(services, issuer),
      scope: issuer.scope,
      state: state.state,
      nonce: state.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(state.verifier),
      code_challenge_method: 'S256',
      ...(isAgain ? { max_age: '0' } : {}),
    })
    return reply
      .headers(pageHeaders(request))
      .header('set-cookie', signInCookie(publicOrigin, sealState(key, state), stateLifeSeconds))
      .redirect(url.href, 303)
  } catch (error) {
    return showFailure(provider, error, request, reply)
  }
}
