/**
 * An `objectGUID` (16 bytes) as Active Directory's own tools write it: the first three groups are little-endian. Null for
 * another length.
 */
export function guidText(bytes: Buffer): string | null {
  if (bytes.length !== 16) return null
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString('hex')
  const swapped = (from: number, to: number) =>
    Buffer.from(bytes.subarray(from, to)).reverse().toString('hex')
  return [swapped(0, 4), swapped(4, 6), swapped(6, 8), hex(8, 10), hex(10, 16)].join('-')
}
