import { tooManyRequests } from './problem.ts'

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

  /** Takes one request of the key's allowance; 429 when there is none. `now` in milliseconds. */
  take(key: string, now = performance.now()): void {
    const bucket = this.#buckets.get(key) ?? this.#add(key, now)
    bucket.tokens = Math.min(
      this.#burst,
      bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond,
    )
    bucket.at = now
    if (bucket.tokens < 1) {
      const seconds = Math.ceil((1 - bucket.tokens) / this.#perSecond)
      throw tooManyRequests(seconds, {
        ratelimit: `"token";r=0;t=${seconds}`,
        'ratelimit-policy': `"token";q=${this.#burst};w=${Math.ceil(this.#burst / this.#perSecond)}`,
      })
    }
    bucket.tokens -= 1
  }

  #add(key: string, now: number): Bucket {
    if (this.#buckets.size >= maximumBuckets) this.#buckets.clear()
    const bucket = { tokens: this.#burst, at: now }
    this.#buckets.set(key, bucket)
    return bucket
  }
}
