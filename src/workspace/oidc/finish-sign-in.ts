import { encodeId } from '../../contract/ids.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie, sessionHashOf } from '../../http/callers/session-cookie.ts'
import { sessionLifeSeconds } from '../auth/open-session.ts'
import { pageHeaders } from '../auth/show-page.ts'
import { completeSignIn, type SignedIn } from './complete-sign-in.ts'
import { cookieValue, providerSessionCookie, signInCookie, signInCookieName } from './cookies.ts'
import { exchangeCode, type Exchanged } from './exchange-code.ts'
import {
  callbackAddress,
  showFailure,
  showFault,
  showTooMany,
  type OidcFrame,
} from './oidc-frame.ts'
import type { Provider } from './provider.ts'
import { sealProviderSession } from './provider-session.ts'
import { openState, type SignInState } from './sign-in-state.ts'

/** The browser comes back from the issuer: opens a session, or says why not. */
export async function finishSignIn(
  provider: Provider,
  { services, key, begun, failedExchanges }: OidcFrame,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, publicOrigin } = services
  const { issuer } = provider
  const sealed = cookieValue(request.headers.cookie, signInCookieName(publicOrigin))
  const state = openState(key, sealed, { issuer: issuer.handle, now: database.now() })
  const callback = new URL(callbackAddress(services, issuer) + searchOf(request))
  const isOwn = state !== undefined && callback.searchParams.get('state') === state.state
  // What does not reach the issuer counts as a wrong token, so that it keeps no sign-in out.
  if (!isOwn || !begun.begin(state.id, database.now())) {
    const tooMany = services.wrongTokens?.count(request.raw)
    if (tooMany !== undefined) return showTooMany(tooMany, request, reply)
    return showFault(provider, isOwn ? 'used' : 'stale', request, reply)
  }
  // Counted before the issuer is asked, so that many at once are limited too.
  const tooMany = failedExchanges?.count(request.raw)
  if (tooMany !== undefined) {
    begun.forget(state.id)
    return showTooMany(tooMany, request, reply)
  }
  void reply.header('set-cookie', signInCookie(publicOrigin, '', 0))
  const exchanged = await exchangeCode(provider, { ...state, callback }).catch(
    (error: unknown) => ({
      error,
    }),
  )
  if ('error' in exchanged) return showFailure(provider, exchanged.error, request, reply)
  failedExchanges?.giveBack(request.raw)
  const { account, signedInAt } = exchanged
  await services.due.settle()
  const signedIn = await completeSignIn(database, {
    id: state.id,
    issuer,
    account,
    signedInAt,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    idleSeconds: services.sessionIdleSeconds,
    earlierSessions: earlierSessions(state, request, publicOrigin),
  })
  if ('fault' in signedIn) return showFault(provider, signedIn.fault, request, reply)
  warn(signedIn, provider, request)
  return reply
    .headers(pageHeaders(request))
    .header('set-cookie', sessionCookie(signedIn.secret, sessionLifeSeconds, publicOrigin))
    .header('set-cookie', idTokenCookie(exchanged, { provider, key, publicOrigin }))
    .redirect(state.returnTo, 303)
}

function earlierSessions(
  { earlierSession: atStart }: SignInState,
  { headers }: FastifyRequest,
  publicOrigin: string,
): Buffer[] {
  const now = sessionHashOf(headers.cookie, publicOrigin)
  return atStart === null ? now : [...now, Buffer.from(atStart, 'base64url')]
}

function searchOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

function idTokenCookie(
  { idToken }: Exchanged,
  { provider, key, publicOrigin }: { provider: Provider; key: Buffer; publicOrigin: string },
): string {
  const sealed = sealProviderSession(key, { issuer: provider.issuer.handle, idToken })
  return providerSessionCookie(publicOrigin, sealed, sessionLifeSeconds)
}

function warn({ admission }: SignedIn, { issuer }: Provider, request: FastifyRequest): void {
  const { user, unknownRoles, isDefaultUnfit, keepsOwner } = admission
  const line = { requestId: request.id, issuer: issuer.handle }
  if (unknownRoles.length > 0)
    request.log.warn({ ...line, roles: unknownRoles }, 'the issuer gives roles that do not exist')
  if (isDefaultUnfit)
    request.log.warn(line, 'default_grant is not given: the role is not read-only')
  if (keepsOwner)
    request.log.warn(
      { ...line, user: encodeId('workspaceUser', user.id) },
      'the last active owner keeps that role, although the claims no longer give it',
    )
}
