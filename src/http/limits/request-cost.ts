/** How many plain requests a request counts as in the rate limit; it may depend on the query as sent. */
export type RequestCost = number | ((search: URLSearchParams) => number)

/** A request that costs this many plain ones, or more, is heavy. */
export const heavyCost = 10

/** What a handler returns that finds out from what it reads that it is heavy. */
export const needsHeavyPlace = Symbol('needs a heavy place')

/** The cost of a change of the policy: one is made at a time, and it makes what is kept in memory out of date. */
export const policyChangeCost = 5

/** What a request of the route costs. `search` is the query as it was sent. */
export function costOf({ cost = 1 }: { cost?: RequestCost }, search: string): number {
  return typeof cost === 'number' ? cost : cost(new URLSearchParams(search))
}
