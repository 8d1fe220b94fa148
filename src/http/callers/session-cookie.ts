import { basePathOf } from '../../contract/public-origin.ts'
import { hashToken, isSessionSecret } from '../../access/token-secret.ts'

export function sessionCookieName(publicOrigin: string): string {
  return cookieName('muster_session', publicOrigin)
}

/**
 * With https browsers refuse a cookie of the name `__Host-…` that another host of the domain sets: it would sign a visitor in as
 * its maker. Such a cookie is for all paths. Below a path, the cookie is for that path alone, so that what is beside it does not get
 * the secret.
 */
export function cookieName(name: string, publicOrigin: string): string {
  if (!isSecure(publicOrigin)) return name
  return basePathOf(publicOrigin) === '' ? `__Host-${name}` : `__Secure-${name}`
}

/** The path of cookies that all of the server's pages get. */
export function cookiePath(publicOrigin: string): string {
  return `Path=${basePathOf(publicOrigin) || '/'}`
}

/** The session's secret in a Cookie header, if one of its cookies is ours and holds one. */
export function sessionSecretOf(header: string, publicOrigin: string): string | undefined {
  const prefix = `${sessionCookieName(publicOrigin)}=`
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
    .map((cookie) => cookie.slice(prefix.length))
    .find(isSessionSecret)
}

/** The hash of {@link sessionSecretOf}, as the database has it. */
export function sessionHashOf(header: string | undefined, publicOrigin: string): Buffer[] {
  const secret = sessionSecretOf(header ?? '', publicOrigin)
  return secret === undefined ? [] : [hashToken(secret)]
}

/**
 * The Set-Cookie header that gives a browser its session. Scripts can't read it, and requests of other sites don't
 * send it.
 */
export function sessionCookie(secret: string, lifeSeconds: number, publicOrigin: string): string {
  return [
    `${sessionCookieName(publicOrigin)}=${secret}`,
    `Max-Age=${lifeSeconds}`,
    ...attributes(publicOrigin),
  ].join('; ')
}

/** The Set-Cookie header that takes it away. */
export function clearedSessionCookie(publicOrigin: string): string {
  return [`${sessionCookieName(publicOrigin)}=`, 'Max-Age=0', ...attributes(publicOrigin)].join(
    '; ',
  )
}

function attributes(publicOrigin: string): string[] {
  const always = [cookiePath(publicOrigin), 'HttpOnly', 'SameSite=Strict']
  return isSecure(publicOrigin) ? [...always, 'Secure'] : always
}

function isSecure(publicOrigin: string): boolean {
  return publicOrigin.startsWith('https:')
}
