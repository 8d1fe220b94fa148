/** Where a row holds its place: one person's in one manifest, each by a number. */
export type Places = {
  rulesetOf: (row: number) => number
  personOf: (row: number) => number
}

const smallest = 128
const none = 0xffff_ffff

/** Finds the row of a place: an open hash of rows alone, at most half full. */
export class PlaceIndex {
  readonly #places: Places
  #rows = new Uint32Array(smallest).fill(none)
  #size = 0

  constructor(places: Places) {
    this.#places = places
  }

  /** Undefined for a place that no row was added for. */
  find(ruleset: number, person: number): number | undefined {
    const row = this.#rows[this.#slotOf(ruleset, person)] ?? none
    return row === none ? undefined : row
  }

  /** A row whose place is new. */
  add(row: number): void {
    this.#size += 1
    if (this.#size * 2 > this.#rows.length) this.#grow()
    this.#put(row)
  }

  #put(row: number): void {
    this.#rows[this.#slotOf(this.#places.rulesetOf(row), this.#places.personOf(row))] = row
  }

  /** The slot of the place, or where it would be inserted. */
  #slotOf(ruleset: number, person: number): number {
    const { rulesetOf, personOf } = this.#places
    const mask = this.#rows.length - 1
    for (let slot = mix(ruleset, person) & mask; ; slot = (slot + 1) & mask) {
      const row = this.#rows[slot] ?? none
      if (row === none || (personOf(row) === person && rulesetOf(row) === ruleset)) return slot
    }
  }

  #grow(): void {
    const before = this.#rows
    this.#rows = new Uint32Array(before.length * 2).fill(none)
    for (const row of before) if (row !== none) this.#put(row)
  }
}

/** Numbers count up from 0, so that their low bits alone would crowd. */
function mix(ruleset: number, person: number): number {
  let hash = Math.imul(person + 1, 0x9e37_79b1) ^ Math.imul(ruleset + 1, 0x85eb_ca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b_3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
