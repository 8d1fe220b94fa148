import { countBits, hasBit, type Bitmap } from '../columns/bitmap.ts'
import { itemAt } from '../columns/item-at.ts'
import { both, countBoth, listed, placesIn } from './bits.ts'
import type { Literal } from './literals.ts'

/** Conditions of one rule, by their places, and who of everybody meets them all. */
export type Conjunction = { places: readonly number[]; people: Bitmap }

/** What a rule is looked for among, and by whom. */
export type Search = {
  literals: readonly Literal[]
  /** Members that rules are found by, and whom no rule found so far admits. */
  open: Uint32Array
  /** Of each literal: the people who meet it and are no members, of those that rules are found by. */
  outside: readonly Bitmap[]
  /** How many of these people are no members. */
  outsiders: number
  /** Whether a rule that fits these people holds for those that were held out, and is no chance. */
  holds: (found: Conjunction) => boolean
}

const mostConditions = 3
/** So many conjunctions that admit too many are narrowed further, the most promising ones. */
const beam = 24
const fewestOpen = 2
/** A rule may admit this share of people who are no members. */
export const toleratedShare = 0.02
/** Someone who would be let in wrongly weighs as much as so many who are found. */
const weightOfWrong = 3
/** A further condition has to be worth that share of the people. */
const worthOfShort = 0.99

/** A conjunction as the search goes: its open members by their places, and the outsiders who meet it. */
type Partly = {
  places: readonly number[]
  open: Bitmap
  count: number
  /** Worked out only for those that are narrowed further. */
  wrong: () => Outside
  wrongs: number
}

/** The conjunction of at most three conditions that admits most open members and nearly no one else; null where none holds. */
export function findConjunction(search: Search): Conjunction | null {
  return new Searching(search).run()
}

class Searching {
  readonly #search: Search
  /** Of each literal: who of the open members meets it. */
  readonly #open: readonly Bitmap[]
  readonly #base: number
  #best: { found: Conjunction; score: number } | null = null

  constructor(search: Search) {
    const { literals, open, outsiders } = search
    this.#search = search
    this.#open = literals.map(({ people }) => placesIn(open, people))
    this.#base = open.length / (open.length + outsiders)
  }

  run(): Conjunction | null {
    let level = this.#singles()
    for (let length = 1; ; length++) {
      const wide = level.sort((a, b) => b.count - a.count).filter((each) => !this.#accepts(each))
      if (length === mostConditions) break
      const narrowed = wide.sort((a, b) => this.#promise(b) - this.#promise(a)).slice(0, beam)
      level = this.#narrow(narrowed)
    }
    return this.#best?.found ?? null
  }

  #singles(): Partly[] {
    return this.#search.literals.flatMap((_, place) => {
      const open = itemAt(this.#open, place)
      const count = countBits(open)
      if (count < fewestOpen) return []
      const outside = itemAt(this.#search.outside, place)
      const wrongs = countBits(outside)
      return [
        { places: [place], open, count, wrong: () => ({ list: null, bits: outside }), wrongs },
      ]
    })
  }

  /** Each with one more condition, where it leaves out someone who is no member. */
  #narrow(wide: readonly Partly[]): Partly[] {
    const narrowed = new Map<string, Partly>()
    for (const from of wide) {
      const among = shortened(from)
      for (const place of this.#search.literals.keys()) {
        if (from.places.includes(place)) continue
        const places = [...from.places, place].sort((a, b) => a - b)
        const name = places.join(' ')
        if (narrowed.has(name)) continue
        const count = countBoth(from.open, itemAt(this.#open, place))
        if (count < fewestOpen || !this.#couldBeBest(count, places.length)) continue
        const outside = itemAt(this.#search.outside, place)
        const wrongs = countWith(among, outside)
        if (wrongs === from.wrongs) continue
        const open = both(from.open, itemAt(this.#open, place))
        const wrong = () => keptOf(among, outside)
        narrowed.set(name, { places, open, count, wrong, wrongs })
      }
    }
    return [...narrowed.values()]
  }

  #couldBeBest(count: number, length: number): boolean {
    return this.#best === null || scoreOf(count, 0, length) > this.#best.score
  }

  /** Whether nothing is left to narrow: it is remembered if it is the best, and holds. */
  #accepts({ places, count, wrongs }: Partly): boolean {
    if (wrongs > toleratedShare * (count + wrongs)) return false
    const score = scoreOf(count, wrongs, places.length)
    if (this.#best !== null && score <= this.#best.score) return wrongs === 0
    const found = this.#conjunction(places)
    if (this.#search.holds(found)) this.#best = { found, score }
    return wrongs === 0
  }

  #conjunction(places: readonly number[]): Conjunction {
    const { literals } = this.#search
    const people = places
      .map((place) => itemAt(literals, place).people)
      .reduce((met, each) => both(met, each))
    return { places, people }
  }

  /** How much more than by chance it admits members, times how many. */
  #promise({ count, wrongs }: Partly): number {
    return count * Math.log(count / (count + wrongs) / this.#base)
  }
}

function scoreOf(count: number, wrongs: number, length: number): number {
  return (count - weightOfWrong * wrongs) * worthOfShort ** (length - 1)
}

type Outside = { list: Uint32Array; bits: null } | { list: null; bits: Bitmap }

/** Few people are counted faster by a list, many by a bitmap. */
function shortened({ wrong, wrongs }: Partly): Outside {
  const found = wrong()
  const { bits } = found
  return bits === null || wrongs >= bits.length ? found : { list: listed(bits), bits: null }
}

function countWith({ list, bits }: Outside, other: Bitmap): number {
  if (list === null) return countBoth(bits, other)
  let count = 0
  for (let at = 0; at < list.length; at++) if (hasBit(other, list[at] ?? 0)) count++
  return count
}

function keptOf({ list, bits }: Outside, other: Bitmap): Outside {
  if (list === null) return { list, bits: both(bits, other) }
  return { list: list.filter((person) => hasBit(other, person)), bits: null }
}
