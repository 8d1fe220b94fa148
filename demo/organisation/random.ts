/**
 * Random numbers that depend on an index, not on a position in a sequence: the thousandth person is the same in any
 * order of access, so no person has to be kept in memory.
 */
export type Random = {
  /** In [0, 1), the same for the same index and purpose. */
  at: (index: number, purpose: string) => number
  /** A whole number in [0, below). */
  intAt: (index: number, purpose: string, below: number) => number
  /** An entry of the list, which must not be empty. */
  pickAt: <T>(index: number, purpose: string, list: readonly T[]) => T
  /** A 32-bit number that no other index below 2³² has for this purpose. */
  uniqueAt: (index: number, purpose: string) => number
}

/** A source for one seed (a whole number). */
export function createRandom(seed: number): Random {
  const salts = new Map<string, number>()

  function salt(purpose: string): number {
    const known = salts.get(purpose)
    if (known !== undefined) return known
    let hash = mix(seed + 0x9e3779b9)
    for (const letter of purpose) hash = mix(hash ^ (letter.codePointAt(0) ?? 0))
    salts.set(purpose, hash)
    return hash
  }

  const uniqueAt: Random['uniqueAt'] = (index, purpose) => mix(mix(index) ^ salt(purpose))
  const at: Random['at'] = (index, purpose) =>
    mix(uniqueAt(index, purpose) + salt(purpose)) / 2 ** 32
  const intAt: Random['intAt'] = (index, purpose, below) => Math.floor(at(index, purpose) * below)

  function pickAt<T>(index: number, purpose: string, list: readonly T[]): T {
    const picked = list[intAt(index, purpose, list.length)]
    if (picked === undefined) throw new RangeError(`nothing to pick from for ${purpose}`)
    return picked
  }

  return { at, intAt, pickAt, uniqueAt }
}

/** A bijection of 32-bit numbers in which every bit depends on every bit. */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
