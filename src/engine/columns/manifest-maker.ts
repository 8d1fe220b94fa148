import { clearBit, hasBit, setBit, wordsFor, type Bitmap } from './bitmap.ts'
import type { Rule } from '../model.ts'
import type { PersonSet } from './person-set.ts'

/**
 * The people that a ruleset admits, each once, under the first rule that admits them. Plain data, for any thread.
 */
export interface Manifest {
  rulesetId: string
  /** Indices, ascending within each rule. */
  people: Uint32Array<ArrayBuffer>
  /**
   * The rules met by at least one eligible person, in admission order; the people that a rule admits end at `end`.
   */
  rules: { ruleId: string; end: number }[]
}

export function emptyManifest(rulesetId: string): Manifest {
  return { rulesetId, people: new Uint32Array(), rules: [] }
}

/** Calls back with each person of a manifest and the rule that admits them. */
export function forEachAdmitted(
  { people, rules }: Manifest,
  visit: (person: number, ruleId: string) => void,
): void {
  let at = 0
  for (const { ruleId, end } of rules) {
    for (; at < end; at++) visit(people[at] ?? 0, ruleId)
  }
}

/** Makes manifests one after the other: rules of one ruleset are given in admission order. */
export class ManifestMaker {
  readonly #eligible: Bitmap
  readonly #taken: Bitmap
  readonly #people: Uint32Array<ArrayBuffer>
  #count = 0
  #rulesetId: string | null = null
  #rules: Manifest['rules'] = []

  constructor(eligible: Bitmap, size: number) {
    this.#eligible = eligible
    this.#taken = new Uint32Array(wordsFor(size))
    this.#people = new Uint32Array(size)
  }

  /** Admits who is eligible and not yet admitted by an earlier rule of that ruleset. */
  admit({ id, rulesetId }: Rule, people: PersonSet): void {
    this.#rulesetId = rulesetId
    const before = this.#count
    if (people.bits === null) this.#admitListed(people.list)
    else this.#admitBits(people.bits)
    if (this.#count > before) this.#rules.push({ ruleId: id, end: this.#count })
  }

  /** The manifest of the ruleset whose rules were given; null where none were. Then comes the next ruleset. */
  finish(): Manifest | null {
    if (this.#rulesetId === null) return null
    const people = this.#people.slice(0, this.#count)
    const manifest = { rulesetId: this.#rulesetId, people, rules: this.#rules }
    if (people.length > this.#taken.length) this.#taken.fill(0)
    else for (const person of people) clearBit(this.#taken, person)
    this.#count = 0
    this.#rules = []
    this.#rulesetId = null
    return manifest
  }

  #admitListed(list: Uint32Array): void {
    for (const person of list) {
      if (!hasBit(this.#eligible, person) || hasBit(this.#taken, person)) continue
      setBit(this.#taken, person)
      this.#people[this.#count++] = person
    }
  }

  #admitBits(bits: Bitmap): void {
    for (let at = 0; at < bits.length; at++) {
      const taken = this.#taken[at] ?? 0
      let word = (bits[at] ?? 0) & (this.#eligible[at] ?? 0) & ~taken
      this.#taken[at] = taken | word
      while (word !== 0) {
        this.#people[this.#count++] = (at << 5) | (31 - Math.clz32(word & -word))
        word &= word - 1
      }
    }
  }
}
