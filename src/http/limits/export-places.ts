import { Semaphore } from '../../database/semaphore.ts'
import { Problem } from '../refusals/problem.ts'

const perCaller = 4

type Running = { count: number; turns: Semaphore }

/** Bounds how many exports of one caller (any id) run at a time, because each keeps a page in memory. */
export class ExportPlaces {
  readonly #running = new Map<string, Running>()

  /** Does the work; 429 where too many of the caller run. They share `turns`, so that one makes a page or a text at a time. */
  async run<T>(callerId: string, work: (turns: Semaphore) => Promise<T>): Promise<T> {
    const running = this.#running.get(callerId) ?? { count: 0, turns: new Semaphore(1) }
    if (running.count >= perCaller)
      throw new Problem(429, `At most ${perCaller} exports of one caller run at a time.`, {
        headers: { 'retry-after': '1' },
      })
    this.#running.set(callerId, running)
    running.count += 1
    try {
      return await work(running.turns)
    } finally {
      running.count -= 1
      if (running.count === 0) this.#running.delete(callerId)
    }
  }
}
