/**
 * A value of an LDIF line as text; null for one that is none: bytes such as a photograph, and a file or address that the line
 * refers to, which is never read. Ids in bytes have their usual form.
 */
export function ldifValue(type: string, mark: string, text: string): string | null {
  if (mark === '<') return null
  if (mark === '') return text
  const bytes = Buffer.from(text, 'base64')
  if (/^(?:objectGUID|mS-DS-ConsistencyGuid)$/i.test(type)) return guidOf(bytes)
  if (/^(?:objectSid|sIDHistory)$/i.test(type)) return sidOf(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The canonical text of a GUID, whose first three groups are stored with their last byte first. */
export function guidOf(bytes: Buffer): string | null {
  if (bytes.length !== 16) return null
  const groups = [
    [3, 2, 1, 0],
    [5, 4],
    [7, 6],
    [8, 9],
    [10, 11, 12, 13, 14, 15],
  ]
  return groups
    .map((group) => Buffer.from(group.map((at) => bytes[at] ?? 0)).toString('hex'))
    .join('-')
}

/** `S-1-5-21-…` */
function sidOf(bytes: Buffer): string | null {
  const [revision = 0, count = 0] = bytes
  if (bytes.length !== 8 + 4 * count) return null
  const parts = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(8 + 4 * at))
  return ['S', revision, bytes.readUIntBE(2, 6), ...parts].join('-')
}
