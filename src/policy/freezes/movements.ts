import type { ManifestChanges, StayValues } from '../manifests/manifest-changes.ts'

export type Direction = 'removed' | 'added'

/** Who leaves and who enters rulesets, as the limits count it: ruleset → distinct people. Ids are uuids. */
export class Movements {
  readonly removed = new Map<string, Set<string>>()
  readonly added = new Map<string, Set<string>>()
  readonly #counts: (rulesetId: string, personId: string) => boolean
  readonly #young: ReadonlySet<string>
  readonly #now: number

  /** Only what `counts` lets count, and no additions of rulesets in `young`. */
  constructor(
    counts: (rulesetId: string, personId: string) => boolean,
    young: ReadonlySet<string>,
    now: number,
  ) {
    this.#counts = counts
    this.#young = young
    this.#now = now
  }

  /**
   * Leaving and beginning to leave count, by whatever rule; a person who may have nothing any more, and an end that was
   * set and shown before, don't.
   */
  add({ entered, changed, ended }: ManifestChanges): void {
    for (const { rulesetId, personId } of entered) {
      if (!this.#young.has(rulesetId)) this.#note(this.added, rulesetId, personId)
    }
    for (const { personId, before, after } of changed) {
      const isGrace = before.expiresBy !== 'grace' && after.expiresBy === 'grace'
      if (isGrace || endsSooner(before, after)) this.#note(this.removed, before.rulesetId, personId)
    }
    for (const { personId, before, eligible } of ended) {
      const wasDue = before.expiresAt !== null && before.expiresAt <= this.#now
      if (eligible && !wasDue) this.#note(this.removed, before.rulesetId, personId)
    }
  }

  leave(rulesetId: string, personId: string): void {
    this.#note(this.removed, rulesetId, personId)
  }

  get rulesetIds(): string[] {
    return [...new Set([...this.removed.keys(), ...this.added.keys()])]
  }

  #note(people: Map<string, Set<string>>, rulesetId: string, personId: string): void {
    if (!this.#counts(rulesetId, personId)) return
    const known = people.get(rulesetId)
    if (known === undefined) people.set(rulesetId, new Set([personId]))
    else known.add(personId)
  }
}

/** Whether a rule ends a stay that had no end, or a later one. In grace it has begun to leave before. */
function endsSooner(before: StayValues, after: StayValues): boolean {
  if (before.expiresBy === 'grace' || after.expiresBy !== 'rule' || after.expiresAt === null)
    return false
  return before.expiresAt === null || after.expiresAt < before.expiresAt
}
