const bucketMilliseconds = 0.005
const bucketCount = 200_000

/** Latencies in buckets of 5 µs up to a second, so that recording one costs next to nothing. */
export class Histogram {
  readonly #buckets = new Uint32Array(bucketCount)
  #count = 0

  get count(): number {
    return this.#count
  }

  record(milliseconds: number): void {
    const bucket = Math.min(bucketCount - 1, Math.trunc(milliseconds / bucketMilliseconds))
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.#count += 1
  }

  /** The latency, in milliseconds, that this share (0–1) of the requests did not exceed. */
  percentile(share: number): number {
    let left = Math.ceil(this.#count * share)
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      left -= this.#buckets[bucket] ?? 0
      if (left <= 0) return (bucket + 1) * bucketMilliseconds
    }
    return bucketCount * bucketMilliseconds
  }
}
