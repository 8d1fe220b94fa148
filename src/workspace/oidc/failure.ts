import * as client from 'openid-client'
import { clip, visible } from '../../contract/text.ts'
import { ClocksDiffer, StaleSignIn } from './exchange-code.ts'
import { DiscoveryFailed } from './provider.ts'

/** How a sign-in at an issuer failed: it was refused there, or it is not valid, or its times are not those of this clock, or it is not a new one, or the issuer does not answer as it should. */
export type ProviderFault = 'denied' | 'invalid' | 'clock' | 'again' | 'unreachable'

/** The fault for the person, and the reason for the log: names and messages, never parameters or tokens. */
export function failureOf(error: unknown): { fault: ProviderFault; reason: string } {
  return { fault: faultOf(error), reason: clip(visible(reasonOf(error)), 500) }
}

const ofTheNetwork: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

function faultOf(error: unknown): ProviderFault {
  if (error instanceof DiscoveryFailed) return 'unreachable'
  if (error instanceof ClocksDiffer) return 'clock'
  if (error instanceof StaleSignIn) return 'again'
  if (error instanceof client.ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return 'clock'
  if (error instanceof client.AuthorizationResponseError) return 'denied'
  if (error instanceof client.ResponseBodyError)
    return error.status >= 500 ? 'unreachable' : 'invalid'
  if (error instanceof client.ClientError && !ofTheNetwork.has(error.code)) return 'invalid'
  return 'unreachable'
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  const told = 'error' in error && typeof error.error === 'string' ? `: ${clip(error.error)}` : ''
  const cause = error.cause instanceof Error ? `: ${reasonOf(error.cause)}` : ''
  return `${error.message}${code}${told}${cause}`
}
