import { basePathOf } from '../../contract/public-origin.ts'
import { cookieName, cookiePath } from '../../http/callers/session-cookie.ts'

/** Where the pages of this folder are. */
export const oidcPath = '/auth/oidc'

type Cookie = { name: string; value: string; lifeSeconds: number }

/**
 * The cookie that ties a sign-in to the browser that began it. It must come along when the issuer sends the browser back,
 * so it is Lax. With https its name makes browsers refuse one that another host of the domain sets.
 */
export function signInCookieName(publicOrigin: string): string {
  return cookieName('muster_sign_in', publicOrigin)
}

export function signInCookie(publicOrigin: string, value: string, lifeSeconds: number): string {
  const cookie = { name: signInCookieName(publicOrigin), value, lifeSeconds }
  return setCookie(publicOrigin, cookie, [cookiePath(publicOrigin), 'SameSite=Lax'])
}

/** It is sent to the pages of this folder alone, and browsers allow the prefix `__Host-` for all paths only. */
export function providerSessionCookieName(publicOrigin: string): string {
  return `${isSecure(publicOrigin) ? '__Secure-' : ''}muster_provider_session`
}

/** The cookie with what the issuer needs to sign the person out there. */
export function providerSessionCookie(
  publicOrigin: string,
  value: string,
  lifeSeconds: number,
): string {
  const cookie = { name: providerSessionCookieName(publicOrigin), value, lifeSeconds }
  const path = `Path=${basePathOf(publicOrigin)}${oidcPath}`
  return setCookie(publicOrigin, cookie, [path, 'SameSite=Strict'])
}

/** The value of a cookie; undefined without it, or if it is there twice. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

function setCookie(publicOrigin: string, cookie: Cookie, attributes: readonly string[]): string {
  return [
    `${cookie.name}=${cookie.value}`,
    `Max-Age=${cookie.lifeSeconds}`,
    ...attributes,
    'HttpOnly',
    ...(isSecure(publicOrigin) ? ['Secure'] : []),
  ].join('; ')
}

function isSecure(publicOrigin: string): boolean {
  return publicOrigin.startsWith('https:')
}
