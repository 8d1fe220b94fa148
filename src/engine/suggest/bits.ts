import { countBits, hasBit, listBits, setBit, wordsFor, type Bitmap } from '../columns/bitmap.ts'

/** Who is in both sets, in memory of its own. */
export function both(one: Bitmap, other: Bitmap): Bitmap {
  const met = new Uint32Array(one.length)
  for (let at = 0; at < met.length; at++) met[at] = (one[at] ?? 0) & (other[at] ?? 0)
  return met
}

/** Who is in the first set and not in the other. */
export function without(one: Bitmap, other: Bitmap): Bitmap {
  const left = new Uint32Array(one.length)
  for (let at = 0; at < left.length; at++) left[at] = (one[at] ?? 0) & ~(other[at] ?? 0)
  return left
}

/** Who is in any of the sets; `words` long. */
export function anyOf(sets: readonly Bitmap[], words: number): Bitmap {
  const all = new Uint32Array(words)
  for (const set of sets)
    for (let at = 0; at < words; at++) all[at] = (all[at] ?? 0) | (set[at] ?? 0)
  return all
}

/** How many are in both sets. */
export function countBoth(one: Bitmap, other: Bitmap): number {
  let count = 0
  for (let at = 0; at < one.length; at++) {
    let word = (one[at] ?? 0) & (other[at] ?? 0)
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** The people of a set, ascending. */
export function listed(bits: Bitmap): Uint32Array {
  const list = new Uint32Array(countBits(bits))
  listBits(bits, list)
  return list
}

/** The set of these people, of `size`. */
export function bitsOfList(list: Iterable<number>, size: number): Bitmap {
  const bits = new Uint32Array(wordsFor(size))
  for (const person of list) setBit(bits, person)
  return bits
}

/** Which of the listed people are in the set, by their place in the list. */
export function placesIn(list: Uint32Array, bits: Bitmap): Bitmap {
  const places = new Uint32Array(wordsFor(list.length))
  for (let place = 0; place < list.length; place++)
    if (hasBit(bits, list[place] ?? 0)) setBit(places, place)
  return places
}
