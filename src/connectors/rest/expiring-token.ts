import type { Pacing } from './pacing.ts'

/** A token that a source has given, and for how many seconds. */
export type GivenToken = { token: string; seconds: number }

/** A request that has just been sent still needs it. */
const restMilliseconds = 5 * 60_000

/** Asks for a token when there is none, and for another one before it ends: a reading may take longer than a token lasts. */
export function expiringToken(
  { now }: Pick<Pacing, 'now'>,
  give: () => Promise<GivenToken>,
): () => Promise<string> {
  let held: { token: string; endsAt: number } | undefined
  return async () => {
    if (held === undefined || held.endsAt <= now()) {
      const { token, seconds } = await give()
      held = { token, endsAt: now() + seconds * 1000 - restMilliseconds }
    }
    return held.token
  }
}
