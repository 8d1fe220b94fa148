import type { ManifestChanges, StayValues } from './manifest-changes.ts'
import { PlaceIndex } from './place-index.ts'

/** One stay before and after; null for none. Ids are uuids. */
export type Move = {
  rulesetId: string
  personId: string
  before: StayValues | null
  after: StayValues | null
}

const smallestPage = 64
const doublings = 10

/**
 * Moves in the order in which they were first seen, stored in columns, since a rule may move everybody: a few
 * numbers each, and each id once. Iteration creates one object at a time. A place that moves again is one move,
 * from its first state to its last.
 */
export class Moves implements Iterable<Move> {
  readonly #rulesets = new Numbers()
  readonly #people = new Numbers()
  readonly #rules = new Numbers()
  readonly #pages: Page[] = []
  readonly #rowOfPlace = new PlaceIndex({
    rulesetOf: (row) => this.#pages[pageOf(row)]?.rulesets[row - startOf(pageOf(row))] ?? 0,
    personOf: (row) => this.#pages[pageOf(row)]?.people[row - startOf(pageOf(row))] ?? 0,
  })
  #size = 0

  /** How many places were moved, also those that ended as they began. */
  get size(): number {
    return this.#size
  }

  /** Those that move, each once. */
  get rulesetIds(): readonly string[] {
    return this.#rulesets.ids
  }

  get personIds(): readonly string[] {
    return this.#people.ids
  }

  /** Of all rules that stays are or were held by, each once. */
  get ruleIds(): readonly string[] {
    return this.#rules.ids
  }

  /** Adds what changes do to the places of people. */
  note(changes: ManifestChanges): void {
    for (const move of movesOf(changes)) this.add(move)
  }

  add({ rulesetId, personId, before, after }: Move): void {
    const ruleset = this.#rulesets.numberOf(rulesetId)
    const person = this.#people.numberOf(personId)
    const known = this.#rowOfPlace.find(ruleset, person)
    if (known !== undefined) {
      this.#pages[pageOf(known)]?.after.put(known - startOf(pageOf(known)), after, this.#rules)
      return
    }
    const page = this.#pageWithRoom()
    page.rulesets[page.size] = ruleset
    page.people[page.size] = person
    page.before.put(page.size, before, this.#rules)
    page.after.put(page.size, after, this.#rules)
    page.size += 1
    this.#rowOfPlace.add(this.#size)
    this.#size += 1
  }

  *[Symbol.iterator](): Generator<Move> {
    for (const page of this.#pages) {
      for (let at = 0; at < page.size; at += 1) {
        const before = page.before.read(at, this.#rules)
        const after = page.after.read(at, this.#rules)
        if (before === null && after === null) continue
        const rulesetId = this.#rulesets.idOf(page.rulesets[at])
        yield { rulesetId, personId: this.#people.idOf(page.people[at]), before, after }
      }
    }
  }

  #pageWithRoom(): Page {
    const last = this.#pages.at(-1)
    if (last !== undefined && last.size < last.people.length) return last
    const length = lengthOf(this.#pages.length)
    const page = {
      rulesets: new Uint32Array(length),
      people: new Uint32Array(length),
      before: new StayColumn(length),
      after: new StayColumn(length),
      size: 0,
    }
    this.#pages.push(page)
    return page
  }
}

/** Few moves take little room, and many are never copied to make more: pages double, up to a length. */
function lengthOf(page: number): number {
  return smallestPage << Math.min(page, doublings)
}

/** The page that holds a row. */
function pageOf(row: number): number {
  const start = startOf(doublings)
  return row < start
    ? 31 - Math.clz32(Math.trunc(row / smallestPage) + 1)
    : doublings + Math.trunc((row - start) / lengthOf(doublings))
}

/** The first row of a page. */
function startOf(page: number): number {
  const doubled = Math.min(page, doublings)
  return smallestPage * ((1 << doubled) - 1) + (page - doubled) * lengthOf(doublings)
}

type Page = {
  rulesets: Uint32Array
  people: Uint32Array
  before: StayColumn
  after: StayColumn
  size: number
}

/** Everything that a stay can show, by code; 0 means no stay. */
const shown = [
  null,
  ...(['active', 'expiring'] as const).flatMap((state) =>
    ([null, 'grace', 'rule'] as const).map((expiresBy) => ({ state, expiresBy })),
  ),
]

/** What stays are held by and show, or that there is none. */
class StayColumn {
  readonly #shown: Uint8Array
  readonly #rules: Uint32Array
  /** NaN for no end. */
  readonly #ends: Float64Array

  constructor(length: number) {
    this.#shown = new Uint8Array(length)
    this.#rules = new Uint32Array(length)
    this.#ends = new Float64Array(length)
  }

  put(at: number, stay: StayValues | null, rules: Numbers): void {
    if (stay === null) {
      this.#shown[at] = 0
      return
    }
    const { ruleId, state, expiresBy, expiresAt } = stay
    const code = shown.findIndex((each) => each?.state === state && each.expiresBy === expiresBy)
    if (code < 0) throw new RangeError(`no stay shows ${state} by ${expiresBy}`)
    this.#shown[at] = code
    this.#rules[at] = rules.numberOf(ruleId)
    this.#ends[at] = expiresAt ?? NaN
  }

  read(at: number, rules: Numbers): StayValues | null {
    const { state, expiresBy } = shown[this.#shown[at] ?? 0] ?? {}
    if (state === undefined || expiresBy === undefined) return null
    const end = this.#ends[at] ?? NaN
    const expiresAt = Number.isNaN(end) ? null : end
    return { ruleId: rules.idOf(this.#rules[at]), state, expiresBy, expiresAt }
  }
}

/** Ids by number, in the order in which they came. */
class Numbers {
  readonly ids: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(id: string): number {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const number = this.ids.push(id) - 1
    this.#numbers.set(id, number)
    return number
  }

  idOf(number = 0): string {
    const id = this.ids[number]
    if (id === undefined) throw new RangeError(`no id has the number ${number}`)
    return id
  }
}

/** The effect of changes of manifests on stays. */
export function* movesOf({ entered, changed, ended }: ManifestChanges): Generator<Move> {
  for (const after of entered) {
    const { rulesetId, personId } = after
    yield { rulesetId, personId, before: null, after }
  }
  for (const { personId, before, after } of changed) {
    yield { rulesetId: before.rulesetId, personId, before, after }
  }
  for (const { personId, before } of ended) {
    yield { rulesetId: before.rulesetId, personId, before, after: null }
  }
}
