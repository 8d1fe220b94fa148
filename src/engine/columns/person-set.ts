import { clearBit, countBits, hasBit, listBits, setBit, wordsFor, type Bitmap } from './bitmap.ts'

/** People by index: few as an ascending list, many as a bitmap, whichever is smaller. */
export type PersonSet =
  | { count: number; list: Uint32Array; bits: null }
  | { count: number; list: null; bits: Bitmap }

/** The size up to which a set of people is kept as a list. */
export function maxListed(size: number): number {
  return wordsFor(size)
}

export function listedSet(list: Uint32Array): PersonSet {
  return { count: list.length, list, bits: null }
}

/** A set of what the bitmap holds. It is a view of `bits` where they are many, so that a scratch must be copied. */
export function setOfBits(bits: Bitmap, size: number): PersonSet {
  const count = countBits(bits)
  if (count > maxListed(size)) return { count, list: null, bits }
  const list = new Uint32Array(count)
  listBits(bits, list)
  return listedSet(list)
}

/** A set of an ascending list, which is copied. */
export function setOfList(list: Uint32Array, size: number): PersonSet {
  if (list.length <= maxListed(size)) return listedSet(list.slice())
  const bits = new Uint32Array(wordsFor(size))
  for (const person of list) setBit(bits, person)
  return { count: list.length, list: null, bits }
}

/** Adds the set's people to the bitmap. */
export function addToBits(set: PersonSet, into: Bitmap): void {
  if (set.bits === null) {
    for (const person of set.list) setBit(into, person)
    return
  }
  const { bits } = set
  for (let at = 0; at < into.length; at++) into[at] = (into[at] ?? 0) | (bits[at] ?? 0)
}

/** Takes the set's people out of the bitmap. */
export function removeFromBits(set: PersonSet, from: Bitmap): void {
  if (set.bits === null) {
    for (const person of set.list) clearBit(from, person)
    return
  }
  const { bits } = set
  for (let at = 0; at < from.length; at++) from[at] = (from[at] ?? 0) & ~(bits[at] ?? 0)
}

/** Keeps in `bits` only who is in the set too. */
export function intersectBits(bits: Bitmap, set: PersonSet): void {
  if (set.bits === null) {
    const kept = set.list.filter((person) => hasBit(bits, person))
    bits.fill(0)
    for (const person of kept) setBit(bits, person)
    return
  }
  const kept = set.bits
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (kept[at] ?? 0)
}

/** Keeps of the first `count` of an ascending list who is in the set, or who is not; returns how many are left. */
export function filterList(
  list: Uint32Array,
  count: number,
  set: PersonSet,
  isNegative: boolean,
): number {
  if (set.bits === null) return filterByList(list, count, set.list, isNegative)
  const { bits } = set
  let kept = 0
  for (let at = 0; at < count; at++) {
    const person = list[at] ?? 0
    if (hasBit(bits, person) !== isNegative) list[kept++] = person
  }
  return kept
}

/** Both lists ascend, so that one walk along them is enough. */
function filterByList(
  list: Uint32Array,
  count: number,
  other: Uint32Array,
  isNegative: boolean,
): number {
  let kept = 0
  let next = 0
  for (let at = 0; at < count; at++) {
    const person = list[at] ?? 0
    while (next < other.length && (other[next] ?? 0) < person) next++
    const isIn = next < other.length && other[next] === person
    if (isIn !== isNegative) list[kept++] = person
  }
  return kept
}

/** The same set in memory of its own. */
export function copyOf(set: PersonSet): PersonSet {
  if (set.bits === null) return { ...set, list: set.list.slice() }
  return { ...set, bits: set.bits.slice() }
}

/** The people of the set, ascending; not to be written to. */
export function peopleIn(set: PersonSet): Uint32Array {
  if (set.bits === null) return set.list
  const list = new Uint32Array(set.count)
  listBits(set.bits, list)
  return list
}
