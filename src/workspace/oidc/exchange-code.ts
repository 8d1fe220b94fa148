import * as client from 'openid-client'
import { claimedAccount, type ClaimedAccount } from './claimed-account.ts'
import type { Provider } from './provider.ts'
import type { SignInState } from './sign-in-state.ts'

/** What an issuer said about the person who came back, and the ID token itself. */
export type Exchanged = { account: ClaimedAccount; idToken: string }

/**
 * Exchanges the code of a callback. The library checks state, issuer, nonce, audience, times and signature, and rejects
 * with an error that {@link failureOf} explains.
 */
export async function exchangeCode(
  provider: Provider,
  {
    callback,
    state,
    nonce,
    verifier,
  }: Pick<SignInState, 'state' | 'nonce' | 'verifier'> & { callback: URL },
): Promise<Exchanged> {
  const configuration = await provider.configuration()
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined)
    throw new Error('the issuer sent no ID token')
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = hasUserInfo
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  return {
    account: claimedAccount(claims, userInfo, provider.issuer),
    idToken: tokens.id_token,
  }
}
