import { randomUUID } from 'node:crypto'
import * as client from 'openid-client'
import { Type, type Static } from 'typebox'
import { Shape } from '../../http/shapes/schema.ts'
import { bodyValidator } from '../../http/shapes/validate.ts'
import { seal, unseal } from './sealed.ts'

/** How long a person has to sign in at the issuer. */
export const stateLifeSeconds = 600

const State = Shape({
  /** The id (uuid) of the attempt. */
  id: Type.String(),
  /** The handle of the issuer. */
  issuer: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  returnTo: Type.String(),
  /** The hash of the session that the browser had at the start, base64url; null if none. */
  earlierSession: Type.Union([Type.String(), Type.Null()]),
  /** The person has to prove who they are again, after the start. */
  isAgain: Type.Boolean(),
  /** Milliseconds since 1970. */
  expiresAt: Type.Number(),
})

/** What Muster remembers about a sign-in while the person is at the issuer: in a cookie, sealed. */
export type SignInState = Static<typeof State>

const valid = bodyValidator(State)
const purpose = 'sign-in'

export function createState(
  issuer: string,
  now: Date,
  kept: Pick<SignInState, 'returnTo' | 'earlierSession' | 'isAgain'>,
): SignInState {
  return {
    id: randomUUID(),
    issuer,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    ...kept,
    expiresAt: now.getTime() + stateLifeSeconds * 1000,
  }
}

export function sealState(key: Buffer, state: SignInState): string {
  return seal(key, purpose, JSON.stringify(state))
}

/** The state of the cookie; undefined if it is missing, forged, too old, or of another issuer. */
export function openState(
  key: Buffer,
  sealed: string | undefined,
  { issuer, now }: { issuer: string; now: Date },
): SignInState | undefined {
  const text = sealed === undefined ? undefined : unseal(key, purpose, sealed)
  if (text === undefined) return undefined
  const state = valid(JSON.parse(text))
  return state.issuer === issuer && state.expiresAt > now.getTime() ? state : undefined
}
