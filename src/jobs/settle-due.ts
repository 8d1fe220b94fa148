import type { FastifyBaseLogger } from 'fastify'
import type { DueInstants } from '../database/due.ts'

const beatMilliseconds = 1000

type SettlingOptions = { due: DueInstants; log: FastifyBaseLogger }

/**
 * Settles what is due once a second until it is closed, which waits for a settlement in flight: a request finds at
 * most a second's worth of it, not a night's. A failure is retried.
 */
export function startSettling({ due, log }: SettlingOptions): { close(): Promise<void> } {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= due
      .settle()
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'what is due could not be settled'),
      )
      .finally(() => {
        running = undefined
      })
  }, beatMilliseconds)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
