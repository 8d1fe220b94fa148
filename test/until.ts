import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './harness.ts'

/** A machine that is busy, and pauses for seconds, needs less. */
const longestMilliseconds = 60_000

/** Asks again and again until the answer is neither undefined nor false. Fails after a minute. */
export async function until<T>(
  ask: () => T | Promise<T>,
  what = 'what was waited for',
): Promise<Exclude<T, undefined | false>> {
  const giveUp = performance.now() + longestMilliseconds
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Narrowing does not reach a type parameter.
      return answer as Exclude<T, undefined | false>
    }
    if (performance.now() > giveUp) throw new Error(`${what} did not come within a minute`)
    await sleep(5)
  }
}

/** A run of an import, by the path of its source, once it has ended. */
export function endedRun(
  server: Pick<TestServer, 'get'>,
  source: string,
  { id, token }: { id: string; token: string },
) {
  return until(async () => {
    const { body } = await server.get(`${source}/runs/${id}`, token)
    return body.timestamp.finished_at !== null && body
  }, 'the end of the run')
}
