/** Where the pages of this folder are. */
export const oidcPath = '/auth/oidc'

type Cookie = { name: string; value: string; lifeSeconds: number }

/**
 * The cookie that ties a sign-in to the browser that began it. It must come along when the issuer sends the browser back,
 * so it is Lax. With https its name makes browsers refuse one that another host of the domain sets.
 */
export function signInCookieName(publicOrigin: string): string {
  return isSecure(publicOrigin) ? '__Host-muster_sign_in' : 'muster_sign_in'
}

export function signInCookie(publicOrigin: string, value: string, lifeSeconds: number): string {
  const cookie = { name: signInCookieName(publicOrigin), value, lifeSeconds }
  return setCookie(publicOrigin, cookie, ['Path=/', 'SameSite=Lax'])
}

export const providerSessionCookieName = 'muster_provider_session'

/** The cookie with what the issuer needs to sign the person out there. */
export function providerSessionCookie(
  publicOrigin: string,
  value: string,
  lifeSeconds: number,
): string {
  const cookie = { name: providerSessionCookieName, value, lifeSeconds }
  return setCookie(publicOrigin, cookie, [`Path=${oidcPath}`, 'SameSite=Strict'])
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
