type Kept = { result: Promise<unknown>; characters: number; expiry: NodeJS.Timeout }

type KeptCountsLimits = {
  /** How long a result is kept, in milliseconds, whether or not it is asked for. */
  kept: number
  /** How many results at most. */
  results: number
  /** How many characters at most, of all results together. */
  characters: number
}

/** Suggestions may be a minute old, and say so. */
const usualLimits = { kept: 60_000, results: 50, characters: 10_000_000 }

/**
 * Results of counting that reads very many rows, in memory for a short while: they have values of people. Erasing a
 * person clears them in its process; others forget them at their end. The person is deleted before, so later counts
 * leave them out.
 */
export class KeptCounts {
  readonly #limits: KeptCountsLimits
  readonly #results = new Map<string, Kept>()
  #characters = 0

  constructor(limits: KeptCountsLimits = usualLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#results.size
  }

  /**
   * The kept result of this name, or that of `count`. Requests that ask for the same at the same time share one count.
   * A count that fails is not kept. The name says the type of the result.
   */
  keep<T>(name: string, count: () => Promise<T>, charactersOf: (result: T) => number): Promise<T> {
    const known = this.#results.get(name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name says what was counted
    if (known !== undefined) return known.result as Promise<T>
    const result = count()
    const expiry = setTimeout(() => this.#forget(name), this.#limits.kept).unref()
    const kept: Kept = { result, characters: 0, expiry }
    this.#results.set(name, kept)
    this.#makeRoom()
    result.then(
      (counted) => this.#measure(name, kept, charactersOf(counted)),
      () => this.#measure(name, kept, undefined),
    )
    return result
  }

  /** Undefined for a count that failed. What was forgotten meanwhile stays forgotten. */
  #measure(name: string, kept: Kept, characters: number | undefined): void {
    if (this.#results.get(name) !== kept) return
    if (characters === undefined) return this.#forget(name)
    kept.characters = characters
    this.#characters += characters
    this.#makeRoom()
  }

  clear(): void {
    for (const name of this.#results.keys()) this.#forget(name)
  }

  /** Forgets the oldest results until the others are within the limits. */
  #makeRoom(): void {
    for (const name of this.#results.keys()) {
      if (this.size <= this.#limits.results && this.#characters <= this.#limits.characters) return
      this.#forget(name)
    }
  }

  #forget(name: string): void {
    const kept = this.#results.get(name)
    if (kept === undefined) return
    clearTimeout(kept.expiry)
    this.#results.delete(name)
    this.#characters -= kept.characters
  }
}
