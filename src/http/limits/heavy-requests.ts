import { setTimeout as sleep } from 'node:timers/promises'
import { Semaphore } from '../../database/semaphore.ts'
import type { HeavyTime } from './heavy-time.ts'
import { Problem } from '../refusals/problem.ts'

/**
 * How many heavy requests are taken on: so many of a caller, of which one runs and the others wait for it, and those of so many
 * callers, of which `running` run at a time. The others wait for a place in the order in which they came.
 */
export type HeavyLimits = { perCaller: number; running: number; callers: number }

/** By default. A page of the console asks for two heavy things at once, and someone has several tabs open. */
const defaultLimits: HeavyLimits = { perCaller: 6, running: 4, callers: 20 }

/** The requests accepted from a caller, running or waiting for their turn. */
type PlacesOfCaller = { count: number; turns: Semaphore }

/**
 * Bounds how many heavy requests this process takes on at a time. A request that waits takes no place from those of other callers,
 * and holds no connection. What is beyond the limits is refused.
 */
export class HeavyRequests {
  readonly #limits: HeavyLimits
  readonly #taken = new Map<string, PlacesOfCaller>()
  readonly #places: Semaphore
  readonly #time: HeavyTime | undefined

  /** Without `time`, the requests of a caller run without pauses. */
  constructor(limits: HeavyLimits = defaultLimits, time?: HeavyTime) {
    this.#limits = limits
    this.#time = time
    this.#places = new Semaphore(limits.running)
  }

  get running(): number {
    return this.#places.running
  }

  /** Those that were accepted and do not run yet. */
  get waiting(): number {
    let accepted = 0
    for (const { count } of this.#taken.values()) accepted += count
    return accepted - this.running
  }

  /** Does the work of a heavy request of a caller (any id) when its turn comes; 429 if too many were taken on. */
  async run<T>(callerId: string, work: () => Promise<T>): Promise<T> {
    const { perCaller, callers } = this.#limits
    const known = this.#taken.get(callerId)
    if (known === undefined && this.#taken.size >= callers)
      throw refusal(`Heavy requests of ${callers} callers are waiting.`)
    const taken = known ?? { count: 0, turns: new Semaphore(1) }
    if (taken.count >= perCaller)
      throw refusal(`At most ${perCaller} heavy requests of one caller are taken on at a time.`)
    this.#taken.set(callerId, taken)
    taken.count += 1
    try {
      return await taken.turns.run(() => this.#inTime(callerId, work))
    } finally {
      taken.count -= 1
      if (taken.count === 0) this.#taken.delete(callerId)
    }
  }

  /** Waits until the caller has time left, then for a place. Only the time of the work itself is charged. */
  async #inTime<T>(callerId: string, work: () => Promise<T>): Promise<T> {
    const time = this.#time
    if (time === undefined) return this.#places.run(work)
    const pause = time.pauseOf(callerId)
    if (pause > 0) await sleep(pause)
    return this.#places.run(async () => {
      const begin = performance.now()
      try {
        return await work()
      } finally {
        time.charge(callerId, performance.now() - begin)
      }
    })
  }
}

function refusal(why: string): Problem {
  return new Problem(429, `${why} Try again in 1 s.`, { headers: { 'retry-after': '1' } })
}
