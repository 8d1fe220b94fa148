import { hasBit, setBit, wordsFor, type Bitmap } from './bitmap.ts'
import { countOf, peopleOf } from './postings.ts'
import type { ValueAtom } from './predicates.ts'
import type { ValueColumn } from './value-column.ts'

/** The codes of a column whose values meet a test. */
export interface CodeSet {
  /** Ascending. */
  list: readonly number[]
  /** The only one; 0 for several or none. */
  only: number
  lookup: Bitmap
}

/** Tests each distinct value once; values that are compared whole are looked up instead. */
export function codesMeeting(atom: ValueAtom, column: ValueColumn): CodeSet {
  const list = atom.whole === null ? tryEach(atom, column) : lookUp(atom.whole, column)
  if (list.length < 2) return { list, only: list[0] ?? 0, lookup: new Uint32Array() }
  const lookup = new Uint32Array(wordsFor(column.values.length + 1))
  for (const code of list) setBit(lookup, code)
  return { list, only: 0, lookup }
}

function lookUp(values: readonly string[], column: ValueColumn): number[] {
  return values.flatMap((value) => column.codesOf(value)).sort(ascending)
}

function tryEach(atom: ValueAtom, { values }: ValueColumn): number[] {
  const met: number[] = []
  for (const [index, value] of values.entries()) if (atom.holds(value)) met.push(index + 1)
  return met
}

/** How many people hold such a value at most; those who hold several are counted as often. */
export function countHolders({ list }: CodeSet, column: ValueColumn): number {
  const postings = column.postings()
  return list.reduce((sum, code) => sum + countOf(postings, code), 0)
}

/** The people who hold such a value, ascending, each once; a view of the postings where there is one code. */
export function listHolders(wanted: CodeSet, column: ValueColumn): Uint32Array {
  const postings = column.postings()
  if (wanted.list.length === 1) return peopleOf(postings, wanted.only)
  const people = new Uint32Array(countHolders(wanted, column))
  let end = 0
  for (const code of wanted.list) {
    people.set(peopleOf(postings, code), end)
    end += countOf(postings, code)
  }
  return withoutRepeats(people.sort())
}

function withoutRepeats(sorted: Uint32Array): Uint32Array {
  let kept = 0
  for (const [at, person] of sorted.entries()) {
    if (at === 0 || person !== sorted[kept - 1]) sorted[kept++] = person
  }
  return sorted.subarray(0, kept)
}

/** Sets the bits of the people who hold such a value. */
export function markHolders({ list }: CodeSet, column: ValueColumn, into: Bitmap): void {
  const postings = column.postings()
  for (const code of list) for (const person of peopleOf(postings, code)) setBit(into, person)
}

/**
 * Keeps of the first `count` listed people who hold such a value, or who hold others only, with
 * `keepsAbsent` or none; returns how many.
 */
export function filterByCodes(
  list: Uint32Array,
  count: number,
  { codes, lists }: ValueColumn,
  wanted: CodeSet,
  isNegative: boolean,
  keepsAbsent = false,
): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const person = list[at] ?? 0
    const code = codes[person] ?? 0
    if (code === 0) {
      if (keepsAbsent) list[kept++] = person
      continue
    }
    const isMet = code > 0 ? hasCode(wanted, code) : hasAny(wanted, lists, ~code)
    if (isMet !== isNegative) list[kept++] = person
  }
  return kept
}

function hasCode({ only, lookup }: CodeSet, code: number): boolean {
  return only === 0 ? hasBit(lookup, code) : code === only
}

function hasAny(wanted: CodeSet, lists: Int32Array, start: number): boolean {
  const end = start + (lists[start] ?? 0)
  for (let at = start + 1; at <= end; at++) if (hasCode(wanted, lists[at] ?? 0)) return true
  return false
}

function ascending(a: number, b: number): number {
  return a - b
}
