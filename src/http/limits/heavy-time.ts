/**
 * How long the heavy requests of one caller may run. `burstMilliseconds` at once; afterwards `share` of the time. No pause between
 * two of them is longer than `longestPauseMilliseconds`.
 */
export type HeavyTimeLimits = {
  share: number
  burstMilliseconds: number
  longestPauseMilliseconds: number
}

/** An explanation of a large policy takes half a second, so a person who reads them one after the other never waits. */
const defaultLimits: HeavyTimeLimits = {
  share: 0.2,
  burstMilliseconds: 2000,
  longestPauseMilliseconds: 5000,
}

/** What is left of a caller's time, as of an instant. Below zero, the next request waits. */
type Allowance = { left: number; at: number }

const maximumCallers = 10_000

/**
 * Counts the time that heavy requests of each caller took, in this process. While one runs, every other request waits for
 * processors more often, so without pauses one caller would slow down the others all the time. Instants are milliseconds.
 */
export class HeavyTime {
  readonly #limits: HeavyTimeLimits
  readonly #allowances = new Map<string, Allowance>()

  constructor(limits: HeavyTimeLimits = defaultLimits) {
    this.#limits = limits
  }

  /** How long (milliseconds) the next heavy request of the caller has to wait. */
  pauseOf(callerId: string, now = performance.now()): number {
    return Math.max(0, -this.#left(callerId, now) / this.#limits.share)
  }

  charge(callerId: string, milliseconds: number, now = performance.now()): void {
    const { share, longestPauseMilliseconds } = this.#limits
    const left = this.#left(callerId, now) - milliseconds
    if (this.#allowances.size >= maximumCallers) this.#allowances.clear()
    this.#allowances.set(callerId, {
      left: Math.max(left, -longestPauseMilliseconds * share),
      at: now,
    })
  }

  #left(callerId: string, now: number): number {
    const { share, burstMilliseconds } = this.#limits
    const known = this.#allowances.get(callerId)
    if (known === undefined) return burstMilliseconds
    return Math.min(burstMilliseconds, known.left + (now - known.at) * share)
  }
}
