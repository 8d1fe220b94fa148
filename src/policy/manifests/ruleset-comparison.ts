import { hasBit } from '../../engine/columns/bitmap.ts'
import { eligiblePeople } from '../../engine/columns/eligible-people.ts'
import { forEachAdmitted } from '../../engine/columns/manifest-maker.ts'
import type { PeopleColumns } from '../../engine/columns/people-columns.ts'
import { nobody } from '../../engine/columns/people-facts.ts'
import { stateAt } from '../../engine/columns/state-at.ts'
import type { Instant } from '../../engine/model.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import type { RulesetVerdict } from './evaluate-everybody.ts'
import { addPlace, type CurrentStay, type ManifestChanges } from './manifest-changes.ts'

export type StoredStay = CurrentStay & { personId: string }

/** Compares the verdicts about everybody with the stored rows, one ruleset after the other. */
export class RulesetComparison {
  readonly #policy: LoadedPolicy
  readonly #columns: PeopleColumns
  readonly #now: Instant
  readonly #eligible: Uint32Array
  /** By person: which of the compared rules admits them, from 1; 0 is none. All 0 between two rulesets. */
  readonly #admittedBy: Uint32Array
  readonly #isWanted: Uint8Array

  constructor(policy: LoadedPolicy, columns: PeopleColumns, now: Instant) {
    this.#policy = policy
    this.#columns = columns
    this.#now = now
    this.#eligible = eligiblePeople(columns, now)
    this.#admittedBy = new Uint32Array(columns.size)
    this.#isWanted = new Uint8Array(columns.size)
  }

  #isEligible(person: number): boolean {
    return person !== nobody && hasBit(this.#eligible, person)
  }

  /** Adds the differences from who is stored as qualified (uuids) for each rule of the ruleset to `changes`. */
  addQualifications(
    changes: ManifestChanges,
    { qualified }: RulesetVerdict,
    stored: ReadonlyMap<string, readonly string[]>,
  ): void {
    const wanted = new Map(qualified.map(({ ruleId, people }) => [ruleId, people]))
    for (const ruleId of new Set([...wanted.keys(), ...stored.keys()])) {
      const people = wanted.get(ruleId) ?? new Uint32Array()
      for (const person of people) this.#isWanted[person] = 1
      for (const personId of stored.get(ruleId) ?? []) {
        const person = this.#columns.indexOf(personId)
        if (this.#isWanted[person] === 1) this.#isWanted[person] = 0
        else changes.unqualified.push({ personId, ruleId })
      }
      for (const person of people) {
        if (this.#isWanted[person] === 0) continue
        this.#isWanted[person] = 0
        changes.qualified.push({ personId: this.#columns.idAt(person), ruleId })
      }
    }
  }

  /** Adds the differences from who is in the manifest of the ruleset to `changes`. */
  addStays(changes: ManifestChanges, verdict: RulesetVerdict, stays: readonly StoredStay[]): void {
    const { rulesetId, manifest } = verdict
    const rules: string[] = []
    forEachAdmitted(manifest, (person, ruleId) => {
      if (rules.at(-1) !== ruleId) rules.push(ruleId)
      this.#admittedBy[person] = rules.length
    })
    for (const { personId, ...before } of stays) {
      const person = this.#columns.indexOf(personId)
      this.#add(changes, rulesetId, person, personId, this.#readRule(person, rules), before)
    }
    for (const person of manifest.people) {
      const ruleId = this.#readRule(person, rules)
      if (ruleId === null) continue
      this.#add(changes, rulesetId, person, this.#columns.idAt(person), ruleId, null)
    }
  }

  #readRule(person: number, rules: readonly string[]): string | null {
    const ruleId = rules[(this.#admittedBy[person] ?? 0) - 1] ?? null
    this.#admittedBy[person] = 0
    return ruleId
  }

  #add(
    changes: ManifestChanges,
    rulesetId: string,
    person: number,
    personId: string,
    admittingRuleId: string | null,
    before: CurrentStay | null,
  ): void {
    const place = {
      personId,
      rulesetId,
      before,
      admittingRuleId,
      eligible: this.#isEligible(person),
      hasExpired: () => this.#hasExpired(person) || this.#hasExpired(this.#parentOf(person)),
    }
    addPlace(changes, place, this.#policy, this.#now)
  }

  #parentOf(person: number): number {
    return this.#columns.parents[person] ?? nobody
  }

  #hasExpired(person: number): boolean {
    return person !== nobody && stateAt(this.#columns, person, this.#now) === 'expired'
  }
}
