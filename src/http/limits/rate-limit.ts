import { tooManyRequests } from '../refusals/problem.ts'

type Bucket = { tokens: number; at: number }

const maximumBuckets = 100_000

/** A token bucket per caller's token: `perSecond` on average, `burst` at once. In memory, so per process. */
export class RateLimit {
  readonly #perSecond: number
  readonly #burst: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: { perSecond: number; burst: number }) {
    this.#perSecond = limit.perSecond
    this.#burst = limit.burst
  }

  /**
   * Takes what a request costs from the key's allowance, at most the whole of it; 429 where less is left. `now` in
   * milliseconds.
   */
  take(key: string, cost = 1, now = performance.now()): void {
    const taken = Math.min(cost, this.#burst)
    const bucket = this.#buckets.get(key) ?? this.#add(key, now)
    bucket.tokens = Math.min(
      this.#burst,
      bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond,
    )
    bucket.at = now
    if (bucket.tokens < taken) {
      const seconds = Math.ceil((taken - bucket.tokens) / this.#perSecond)
      throw tooManyRequests(seconds, {
        ratelimit: `"token";r=${Math.floor(bucket.tokens)};t=${seconds}`,
        'ratelimit-policy': `"token";q=${this.#burst};w=${Math.ceil(this.#burst / this.#perSecond)}`,
      })
    }
    bucket.tokens -= taken
  }

  /** Takes what turned out to be the cost of a request beyond what it has taken already: the rest of the allowance at most. */
  takeMore(key: string, cost: number): void {
    if (cost > 0) this.take(key, Math.min(cost, this.#burst - 1))
  }

  /** Gives back what {@link take} took. */
  giveBack(key: string, cost = 1): void {
    const bucket = this.#buckets.get(key)
    if (bucket !== undefined) bucket.tokens = Math.min(this.#burst, bucket.tokens + cost)
  }

  #add(key: string, now: number): Bucket {
    if (this.#buckets.size >= maximumBuckets) this.#buckets.clear()
    const bucket = { tokens: this.#burst, at: now }
    this.#buckets.set(key, bucket)
    return bucket
  }
}
