import type { ManifestChanges, StayValues } from '../manifests/manifest-changes.ts'

/** What one stay was before and is after; null where there is none. Ids are uuids. */
export type Move = {
  rulesetId: string
  personId: string
  before: StayValues | null
  after: StayValues | null
}

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
  readonly moves: Move[] = []
  readonly #limit: number

  constructor(limit = Infinity) {
    this.#limit = limit
  }

  readonly observe = ({ entered, changed, ended }: ManifestChanges): void => {
    for (const after of entered) {
      this.#add({ rulesetId: after.rulesetId, personId: after.personId, before: null, after })
    }
    for (const { personId, before, after } of changed) {
      this.#add({ rulesetId: before.rulesetId, personId, before, after })
    }
    for (const { personId, before } of ended) {
      this.#add({ rulesetId: before.rulesetId, personId, before, after: null })
    }
    if (this.moves.length > this.#limit) throw new TooManyRows(this.rulesetIds())
  }

  rulesetIds(): string[] {
    return [...new Set(this.moves.map(({ rulesetId }) => rulesetId))]
  }

  #add(move: Move): void {
    this.moves.push(move)
  }
}
