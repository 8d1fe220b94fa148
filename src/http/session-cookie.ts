import { isSessionSecret } from '../access/token-secret.ts'

export const sessionCookieName = 'muster_session'

/** The session's secret in a Cookie header, if one of its cookies is ours and holds one. */
export function sessionSecretOf(header: string): string | undefined {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${sessionCookieName}=`))
    .map((cookie) => cookie.slice(sessionCookieName.length + 1))
    .find(isSessionSecret)
}

/**
 * The Set-Cookie header that gives a browser its session. Scripts can't read it, and requests of other sites don't
 * send it.
 */
export function sessionCookie(secret: string, lifeSeconds: number, publicOrigin: string): string {
  return [
    `${sessionCookieName}=${secret}`,
    `Max-Age=${lifeSeconds}`,
    ...attributes(publicOrigin),
  ].join('; ')
}

/** The Set-Cookie header that takes it away. */
export function clearedSessionCookie(publicOrigin: string): string {
  return [`${sessionCookieName}=`, 'Max-Age=0', ...attributes(publicOrigin)].join('; ')
}

function attributes(publicOrigin: string): string[] {
  const always = ['Path=/', 'HttpOnly', 'SameSite=Strict']
  return publicOrigin.startsWith('https:') ? [...always, 'Secure'] : always
}
