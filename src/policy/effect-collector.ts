import type { ManifestChanges } from './manifests/manifest-changes.ts'
import { Moves, movesOf } from './moves.ts'

/** More stays move than a request should wait for. */
export class TooManyRows extends Error {
  /** All rulesets in which places were seen to move; more may be added before the error is handled. */
  readonly rulesetIds: Set<string>

  constructor(rulesetIds: Iterable<string>) {
    super('more rows move than a request waits for')
    this.rulesetIds = new Set(rulesetIds)
  }
}

/**
 * Listens to what is written to manifests, and keeps it. Once it is more than `limit` stays it throws TooManyRows, and then
 * at each further change, of which it keeps only the ruleset.
 */
export class EffectCollector {
  readonly moves = new Moves()
  readonly #limit: number
  #refusal: TooManyRows | undefined

  constructor(limit = Infinity) {
    this.#limit = limit
  }

  readonly observe = (changes: ManifestChanges): void => {
    if (this.#refusal === undefined) {
      for (const move of movesOf(changes)) this.moves.add(move)
      if (this.moves.size <= this.#limit) return
      this.#refusal = new TooManyRows(this.moves.rulesetIds)
    }
    for (const { rulesetId } of movesOf(changes)) this.#refusal.rulesetIds.add(rulesetId)
    throw this.#refusal
  }
}
