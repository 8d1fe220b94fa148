import { refusedCharacter, visible } from '../../contract/text.ts'
import type { Issuer } from './issuer.ts'

/** Claims of one source: the ID token, or the response of the UserInfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>

/** An account at an issuer, as the issuer describes it: an issuer and a subject, and texts that may be stored. */
export type ClaimedAccount = {
  provider: string
  providerId: string
  name: string
  handle: string | null
  /** Null unless the issuer confirms the address: an unconfirmed one may belong to someone else. */
  email: string | null
  /** An address that the issuer does not confirm, for the log of refusals. */
  unverifiedEmail: string | null
  /** The names of the roles that its claim gives by configuration. */
  roles: string[]
  /** The name of the role that everybody gets from the issuer. */
  defaultGrant: string | undefined
}

export type AccountFault = 'subject' | 'unverified' | 'domain'

/** The account of the ID token; what is missing there is read from UserInfo. */
export function claimedAccount(idToken: Claims, userInfo: Claims, issuer: Issuer): ClaimedAccount {
  // An address and its verification belong together, so both are of one source.
  const source = [idToken, userInfo].find((claims) => isAddress(claims['email']))
  const claims = { ...userInfo, ...idToken }
  const handle = shownText(claims['preferred_username'])
  const address = source === undefined ? null : String(source['email'])
  const isVerified = isTrue(source?.['email_verified'])
  const email = isVerified ? address : null
  return {
    provider: String(idToken['iss']),
    providerId: String(idToken['sub']),
    name: shownText(claims['name']) ?? handle ?? email ?? '',
    handle,
    email,
    unverifiedEmail: isVerified ? null : address,
    roles: claimedRoles(claims, issuer),
    defaultGrant: issuer.defaultGrant,
  }
}

/** Why an account may not sign in by its claims; undefined if it may. */
export function accountFault(
  { providerId, email }: ClaimedAccount,
  { allowedDomains }: Issuer,
): AccountFault | undefined {
  // As the specification says. A shortened subject could be that of another account.
  if (!/^[\x20-\x7e]{1,255}$/.test(providerId)) return 'subject'
  if (allowedDomains === undefined) return undefined
  if (email === null) return 'unverified'
  const domain = email.slice(email.indexOf('@') + 1).toLowerCase()
  return allowedDomains.has(domain) ? undefined : 'domain'
}

/** One `@` only: in `a@acme.example@other.example`, programs disagree about the domain. */
function isAddress(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= 254 &&
    refusedCharacter(value) === undefined &&
    /^[^\s@]+@[^\s@]+$/.test(value)
  )
}

/** Some issuers send the text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

/** A claim that is missing gives nothing, so that rights end with their reason. */
function claimedRoles(claims: Claims, { roles }: Issuer): string[] {
  if (roles === undefined || !Object.hasOwn(claims, roles.claim)) return []
  const values = [claims[roles.claim]].flat().filter((value) => typeof value === 'string')
  return [...new Set(values.flatMap((value) => roles.byValue.get(value) ?? []))].sort()
}

const maximumCharacters = 200

function shownText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const characters = Array.from(visible(value).trim()).slice(0, maximumCharacters)
  return characters.length === 0 ? null : characters.join('')
}
