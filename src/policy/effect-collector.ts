import type { ManifestChanges } from './manifests/manifest-changes.ts'
import { Moves } from './moves.ts'

/** More stays move than a request should wait for. */
export class TooManyRows extends Error {
  readonly rulesetIds: readonly string[]

  /** `rulesetIds` are those that were seen to move so far. */
  constructor(rulesetIds: readonly string[]) {
    super('more rows move than a request waits for')
    this.rulesetIds = rulesetIds
  }
}

/** Listens to what is written to manifests, and keeps it. Beyond `limit` stays it throws TooManyRows. */
export class EffectCollector {
  readonly moves = new Moves()
  readonly #limit: number

  constructor(limit = Infinity) {
    this.#limit = limit
  }

  readonly observe = ({ entered, changed, ended }: ManifestChanges): void => {
    for (const after of entered) {
      const { rulesetId, personId } = after
      this.moves.add({ rulesetId, personId, before: null, after })
    }
    for (const { personId, before, after } of changed) {
      this.moves.add({ rulesetId: before.rulesetId, personId, before, after })
    }
    for (const { personId, before } of ended) {
      this.moves.add({ rulesetId: before.rulesetId, personId, before, after: null })
    }
    if (this.moves.size > this.#limit) throw new TooManyRows(this.moves.rulesetIds)
  }
}
