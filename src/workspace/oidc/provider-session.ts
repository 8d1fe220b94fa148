import { Type, type Static } from 'typebox'
import { Shape } from '../../http/shapes/schema.ts'
import { bodyValidator } from '../../http/shapes/validate.ts'
import { seal, unseal } from './sealed.ts'

const ProviderSession = Shape({
  /** The handle of the issuer. */
  issuer: Type.String(),
  idToken: Type.Union([Type.String(), Type.Null()]),
})

/** What the issuer needs to sign the person out there. It is in a cookie, sealed, because it has personal data. */
export type ProviderSession = Static<typeof ProviderSession>

const valid = bodyValidator(ProviderSession)
const purpose = 'provider-session'
/** Browsers refuse cookies over 4,096 bytes. */
const maximumLength = 3800

/** Without the ID token if it is too long: then the issuer asks whether to sign out. */
export function sealProviderSession(key: Buffer, session: ProviderSession): string {
  const sealed = seal(key, purpose, JSON.stringify(session))
  if (sealed.length <= maximumLength) return sealed
  return seal(key, purpose, JSON.stringify({ ...session, idToken: null }))
}

export function openProviderSession(
  key: Buffer,
  sealed: string | undefined,
): ProviderSession | undefined {
  const text = sealed === undefined ? undefined : unseal(key, purpose, sealed)
  return text === undefined ? undefined : valid(JSON.parse(text))
}
