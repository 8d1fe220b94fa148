import { Problem } from '../refusals/problem.ts'

const perCaller = 4

/** Bounds how many exports of one caller (any id) run at a time, because each keeps a page in memory. */
export class ExportPlaces {
  readonly #running = new Map<string, number>()

  /** Does the work; 429 where too many of the caller run. */
  async run(callerId: string, work: () => Promise<void>): Promise<void> {
    const running = this.#running.get(callerId) ?? 0
    if (running >= perCaller)
      throw new Problem(429, `At most ${perCaller} exports of one caller run at a time.`, {
        headers: { 'retry-after': '1' },
      })
    this.#running.set(callerId, running + 1)
    try {
      await work()
    } finally {
      const left = (this.#running.get(callerId) ?? 1) - 1
      if (left === 0) this.#running.delete(callerId)
      else this.#running.set(callerId, left)
    }
  }
}
