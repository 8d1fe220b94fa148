import type { UrlState } from '../../app/url-state.ts'

/** What a command asks for, by the address that it opened. */
export type LoginRequest = {
  name: string
  challenge: string
  redirect_uri?: string
  state?: string
  scopes?: string[]
  expires_in_days?: number
}

/** The page names the computer that asks, so an address elsewhere is no request. The API decides what it may be. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}\//

/** The request of an address; undefined where it is none. What its values may be is decided by the API. */
export function loginRequestOf(search: UrlState): LoginRequest | undefined {
  const { name, challenge, redirect_uri, state, scopes, days } = search
  if (name === undefined || challenge === undefined) return undefined
  if (redirect_uri !== undefined && !loopback.test(redirect_uri)) return undefined
  return {
    name,
    challenge,
    ...(redirect_uri !== undefined && { redirect_uri }),
    ...(state !== undefined && { state }),
    ...(scopes !== undefined && { scopes: scopes.split(',') }),
    ...(days !== undefined && { expires_in_days: Number(days) }),
  }
}
