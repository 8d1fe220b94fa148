import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Work that each process repeats for as long as it serves. */
export type Loop = {
  /** The log line of a failure. The work is tried again after the pause. */
  failure: string
  pauseMilliseconds: number
  /** Does what there is to do now, or less if the signal ends the process. True if there is more: then there is no pause. */
  run(signal: AbortSignal): Promise<unknown>
}

export type RunningLoops = {
  /** Starts nothing more, and waits for what is being done. */
  close(): Promise<void>
}

/** Starts the loops beside each other. Each begins with its pause. */
export function startLoops(loops: readonly Loop[], log: FastifyBaseLogger): RunningLoops {
  const ending = new AbortController()
  const running = Promise.all(loops.map((loop) => repeat(loop, log, ending.signal)))
  return {
    close: async () => {
      ending.abort()
      await running
    },
  }
}

async function repeat(loop: Loop, log: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  let isMore = false
  while (!signal.aborted) {
    if (!isMore) await pause(loop.pauseMilliseconds, signal)
    if (signal.aborted) return
    isMore = await loop.run(signal).then(
      (result) => result === true,
      (error: unknown) => {
        log.warn({ err: error }, loop.failure)
        return false
      },
    )
  }
}

/** Ends sooner with the signal, and keeps no process alive. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { ref: false, signal }).catch(() => undefined)
}
