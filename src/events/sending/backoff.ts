import { dayMilliseconds } from '../../contract/time.ts'

/** The {@link backoff} of one message, which is tried for a day. Milliseconds. */
export const retries = { first: 10_000, most: 3 * 3_600_000 }

/** How long to wait after so many failures: twice as long each time up to a limit, by default a day, more or less a fifth. */
export function backoff(
  failures: number,
  { first, most = dayMilliseconds }: { first: number; most?: number },
): number {
  const wait = Math.min(first * 2 ** Math.min(failures - 1, 30), most)
  return Math.round(Math.min(wait * (0.8 + 0.4 * Math.random()), most))
}
