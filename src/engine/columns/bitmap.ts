/** A set of people by index: person `i` is bit `i % 32` of word `i / 32`. */
export type Bitmap = Uint32Array

/** The number of words of a bitmap of `size` people. */
export function wordsFor(size: number): number {
  return (size + 31) >>> 5
}

export function hasBit(bits: Bitmap, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1
}

export function setBit(bits: Bitmap, index: number): void {
  const word = index >>> 5
  bits[word] = (bits[word] ?? 0) | (1 << (index & 31))
}

export function clearBit(bits: Bitmap, index: number): void {
  const word = index >>> 5
  bits[word] = (bits[word] ?? 0) & ~(1 << (index & 31))
}

/** Sets or clears one bit. */
export function putBit(bits: Bitmap, index: number, isSet: boolean): void {
  if (isSet) setBit(bits, index)
  else clearBit(bits, index)
}

/** How many bits are set. */
export function countBits(bits: Bitmap): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] ?? 0
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Writes the indices of the set bits, ascending, to the start of `out`; returns how many. */
export function listBits(bits: Bitmap, out: Uint32Array): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] ?? 0
    while (word !== 0) {
      out[count++] = (at << 5) | (31 - Math.clz32(word & -word))
      word &= word - 1
    }
  }
  return count
}
