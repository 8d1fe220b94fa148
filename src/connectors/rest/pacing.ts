import { setTimeout as sleep } from 'node:timers/promises'
import { retryAfter } from '../../outgoing/retry-after.ts'

/** The time of a session; tests have their own. */
export type Pacing = {
  now: () => number
  sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** From 0 to below 1, so that several processes do not ask again at the same instant. */
  random: () => number
}

export const realPacing: Pacing = {
  now: Date.now,
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal })
  },
  random: Math.random,
}

/** How often a request is sent that is not answered properly. */
export const attemptsAtMost = 8
/** How long a run waits for one answer because the source tells it to. Large sources make a run wait again and again. */
export const longestWaitMilliseconds = 60 * 60_000
const longestWait = 15 * 60_000

/** 1, 2, 4 … seconds, at most a minute, and up to half of it more. */
export function backoff(attempt: number, { random }: Pick<Pacing, 'random'>): number {
  return Math.min(60_000, 1000 * 2 ** attempt) * (1 + random() / 2)
}

/**
 * How long an answer asks to wait, in milliseconds; null if it doesn't say. Of seconds and dates of `Retry-After`, and the instants
 * (seconds since 1970) at which Okta, GitHub and GitLab give requests again.
 */
export function requestedDelay(
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  { now }: Pick<Pacing, 'now'>,
): number | null {
  const fromAfter = retryAfter(headers['retry-after'], now())
  if (fromAfter !== null) return bounded(fromAfter)
  // GitHub tells that instant with every answer.
  const isSpent = [headers['x-ratelimit-remaining'], headers['ratelimit-remaining']].includes('0')
  if (status !== 429 && !isSpent) return null
  const names = ['x-rate-limit-reset', 'x-ratelimit-reset', 'ratelimit-reset']
  const reset = names.map((name) => headers[name]).find((value) => /^\d{1,12}$/.test(value ?? ''))
  if (reset === undefined) return null
  const seconds = Number(reset)
  // Servers' clocks differ from ours: their own date tells how long it is.
  const date = Date.parse(headers['date'] ?? '')
  const from = Number.isNaN(date) ? now() : date
  return bounded(seconds < 1e9 ? seconds * 1000 : seconds * 1000 - from + 1000)
}

const bounded = (milliseconds: number) => Math.min(longestWait, Math.max(1000, milliseconds))
