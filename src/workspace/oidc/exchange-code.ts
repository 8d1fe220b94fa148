import * as client from 'openid-client'
import { claimedAccount, type ClaimedAccount } from './claimed-account.ts'
import type { Issuer } from './issuer.ts'
import type { Provider } from './provider.ts'
import { stateLifeSeconds, type SignInState } from './sign-in-state.ts'

/** What an issuer said about the person who came back, when they proved who they are (null if it did not say), and the ID token itself. */
export type Exchanged = { account: ClaimedAccount; signedInAt: Date | null; idToken: string }

/**
 * Exchanges the code of a callback. The library checks state, issuer, nonce, audience, times and signature, and rejects
 * with an error that {@link failureOf} explains.
 */
export function exchangeCode(provider: Provider, exchange: Exchange): Promise<Exchanged> {
  return provider.withKeys((configuration) =>
    exchangeWith(configuration, provider.issuer, exchange),
  )
}

type Exchange = Pick<SignInState, 'state' | 'nonce' | 'verifier' | 'isAgain' | 'expiresAt'> & {
  callback: URL
}

async function exchangeWith(
  configuration: client.Configuration,
  issuer: Issuer,
  { callback, state, nonce, verifier, ...begun }: Exchange,
): Promise<Exchanged> {
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined)
    throw new Error('the issuer sent no ID token')
  requireIssued(claims, issuer)
  if (begun.isAgain) requireAgain(claims, issuer, begun)
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = hasUserInfo
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  return {
    account: claimedAccount(claims, userInfo, issuer),
    signedInAt: signInTime(claims, issuer),
    idToken: tokens.id_token,
  }
}

/** A time of an ID token is beyond what the clocks may differ. */
export class ClocksDiffer extends Error {}

/** The library compares the end of a token and the time before which it is not valid, and not when it was issued. */
function requireIssued({ iat }: client.IDToken, issuer: Issuer): void {
  requireNotAhead(iat, issuer, 'it was issued')
}

function requireNotAhead(at: number, { clockToleranceSeconds }: Issuer, what: string): void {
  const ahead = at - Math.floor(Date.now() / 1000)
  if (ahead > clockToleranceSeconds)
    throw new ClocksDiffer(`the ID token says that ${what} ${ahead} s in the future`)
}

/** The issuer was asked to let the person sign in again, and does not say that they did. */
export class StaleSignIn extends Error {}

/** The library would compare with now; what counts is the start, however long the person takes. */
function requireAgain(
  { auth_time: at }: client.IDToken,
  { clockToleranceSeconds }: Issuer,
  { expiresAt }: Pick<SignInState, 'expiresAt'>,
): void {
  if (at === undefined)
    throw new StaleSignIn('the ID token has no auth_time, though max_age was asked')
  const age = Math.floor(expiresAt / 1000) - stateLifeSeconds - at
  if (age > clockToleranceSeconds)
    throw new StaleSignIn(`the auth_time of the ID token is ${age} s before the sign-in began`)
}

function signInTime({ auth_time: at }: client.IDToken, issuer: Issuer): Date | null {
  if (at === undefined) return null
  const now = Date.now()
  requireNotAhead(at, issuer, 'its person signed in')
  return new Date(Math.min(at * 1000, now))
}
