import { clearBit, setBit, type Bitmap } from '../columns/bitmap.ts'

/** Rules are found by the others, and then have to hold for this share of the people. */
const heldOutShare = 0.3

/** A number for each id: always the same, and unrelated to the order of ids. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Whether someone with that hash is held out, of very many. */
export function isHeldOut(hash: number): boolean {
  return hash < heldOutShare * 2 ** 32
}

/** Who is held out of a group: of `others` as they are, and of the members the same share, however few they are. */
export function heldOutOf(others: Bitmap, members: Uint32Array, hashes: Uint32Array): Bitmap {
  const held = others.slice()
  const mixed = [...members].sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b)
  const count = Math.round(mixed.length * heldOutShare)
  for (const [place, member] of mixed.entries())
    if (place < count) setBit(held, member)
    else clearBit(held, member)
  return held
}
