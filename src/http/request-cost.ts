import { Turns } from '../database/turns.ts'
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

/** How many heavy requests are taken on at a time; those of one caller run one after the other. */
export type HeavyLimits = { perCaller: number; inAll: number }

/** By default. A page of a console asks for two heavy things at once. */
const defaultLimits: HeavyLimits = { perCaller: 2, inAll: 4 }

/** What was taken on of a caller, running or waiting for its turn. */
type Taken = { count: number; turns: Turns }

/**
 * Bounds how many heavy requests this process takes on at a time. The others are refused and not queued, so that no caller
 * makes everyone wait.
 */
export class HeavyRequests {
  readonly #limits: HeavyLimits
  readonly #taken = new Map<string, Taken>()
  #inAll = 0

  constructor(limits: HeavyLimits = defaultLimits) {
    this.#limits = limits
  }

  /** Does the work of a heavy request of a caller (any id) when its turn comes; 429 if too many were taken on. */
  async run<T>(callerId: string, work: () => Promise<T>): Promise<T> {
    const taken = this.#taken.get(callerId) ?? { count: 0, turns: new Turns(1) }
    if (taken.count >= this.#limits.perCaller || this.#inAll >= this.#limits.inAll)
      throw this.#refusal()
    this.#taken.set(callerId, taken)
    taken.count += 1
    this.#inAll += 1
    try {
      return await taken.turns.take(work)
    } finally {
      taken.count -= 1
      if (taken.count === 0) this.#taken.delete(callerId)
      this.#inAll -= 1
    }
  }

  #refusal(): Problem {
    const { perCaller, inAll } = this.#limits
    return new Problem(
      429,
      `At most ${perCaller} heavy requests of one caller, and ${inAll} in all, are taken on at a time. Try again in 1 s.`,
      { headers: { 'retry-after': '1' } },
    )
  }
}
