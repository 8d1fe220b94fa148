import { Problem } from './problem.ts'

/** How many plain requests a request counts as in the rate limit; it may depend on the query as sent. */
export type RequestCost = number | ((search: URLSearchParams) => number)

/** A request that costs this many plain ones, or more, is heavy. */
export const heavyCost = 10

/** The cost of a change of the policy: one is made at a time, and it makes what is kept in memory out of date. */
export const policyChangeCost = 5

/** What a request of the route costs. `search` is the query as it was sent. */
export function costOf({ cost = 1 }: { cost?: RequestCost }, search: string): number {
  return typeof cost === 'number' ? cost : cost(new URLSearchParams(search))
}

export type HeavyLimits = { perCaller: number; inAll: number }

/** By default. A page of a console asks for two heavy things at once; four keep two cores busy. */
const defaultLimits: HeavyLimits = { perCaller: 2, inAll: 4 }

/**
 * Bounds how many heavy requests this process works on at a time. The others are refused and not queued, so that no caller
 * makes everyone wait.
 */
export class HeavyRequests {
  readonly #limits: HeavyLimits
  readonly #running = new Map<string, number>()
  #inAll = 0

  constructor(limits: HeavyLimits = defaultLimits) {
    this.#limits = limits
  }

  /** Does the work of a heavy request of a caller (any id); 429 if too many are under way. */
  async run<T>(callerId: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(callerId) ?? 0
    if (running >= this.#limits.perCaller || this.#inAll >= this.#limits.inAll)
      throw this.#refusal()
    this.#running.set(callerId, running + 1)
    this.#inAll += 1
    try {
      return await work()
    } finally {
      const left = (this.#running.get(callerId) ?? 1) - 1
      if (left === 0) this.#running.delete(callerId)
      else this.#running.set(callerId, left)
      this.#inAll -= 1
    }
  }

  #refusal(): Problem {
    const { perCaller, inAll } = this.#limits
    return new Problem(
      429,
      `At most ${perCaller} heavy requests of one caller, and ${inAll} in all, run at a time. Try again in 1 s.`,
      { headers: { 'retry-after': '1' } },
    )
  }
}
