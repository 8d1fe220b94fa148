import * as client from 'openid-client'
import { claimedAccount, type ClaimedAccount } from './claimed-account.ts'
import type { Issuer } from './issuer.ts'
import type { Provider } from './provider.ts'
import type { SignInState } from './sign-in-state.ts'

/** What an issuer said about the person who came back, and the ID token itself. */
export type Exchanged = { account: ClaimedAccount; idToken: string }

/**
 * Exchanges the code of a callback. The library checks state, issuer, nonce, audience, times and signature, and rejects
 * with an error that {@link failureOf} explains.
 */
export function exchangeCode(provider: Provider, exchange: Exchange): Promise<Exchanged> {
  return provider.withKeys((configuration) =>
    exchangeWith(configuration, provider.issuer, exchange),
  )
}

type Exchange = Pick<SignInState, 'state' | 'nonce' | 'verifier'> & { callback: URL }

async function exchangeWith(
  configuration: client.Configuration,
  issuer: Issuer,
  { callback, state, nonce, verifier }: Exchange,
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
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = hasUserInfo
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  return {
    account: claimedAccount(claims, userInfo, issuer),
    idToken: tokens.id_token,
  }
}

/** A time of an ID token is beyond what the clocks may differ. */
export class ClocksDiffer extends Error {}

/** The library compares the end of a token and the time before which it is not valid, and not when it was issued. */
function requireIssued({ iat }: client.IDToken, { clockToleranceSeconds }: Issuer): void {
  const ahead = iat - Math.floor(Date.now() / 1000)
  if (ahead > clockToleranceSeconds)
    throw new ClocksDiffer(`the ID token was issued ${ahead} s in the future`)
}
