import { notLdap } from './response-refused.ts'

/** Bytes before the content of a value: its tag, and at most five of its length. */
export const headerBytesAtMost = 6

/**
 * Where the content of the value at `at` begins and ends; null if the header is not complete. Lengths are definite, as LDAP
 * restricts BER (RFC 4511, 5.1).
 */
export function extentAt(bytes: Buffer, at: number): { start: number; end: number } | null {
  const first = bytes[at + 1]
  if (first === undefined) return null
  if (first < 0x80) return { start: at + 2, end: at + 2 + first }
  const size = first & 0x7f
  if (size === 0 || size > headerBytesAtMost - 2) throw notLdap('a length of another kind')
  const start = at + 2 + size
  return start > bytes.length ? null : { start, end: start + bytes.readUIntBE(at + 2, size) }
}

/** Reads the values inside one value, each only as far as that one. Every step moves forward. @throws ResponseRefused */
export class BerReader {
  readonly #bytes: Buffer
  readonly #count: () => void
  #at = 0

  /** @param count is called for every value that is read */
  constructor(bytes: Buffer, count: () => void) {
    this.#bytes = bytes
    this.#count = count
  }

  /** The tag of the next value; undefined at the end. */
  get tag(): number | undefined {
    return this.#bytes[this.#at]
  }

  bytes(tag: number): Buffer {
    if (this.tag !== tag) throw notLdap(`${named(this.tag)} instead of ${named(tag)}`)
    const extent = extentAt(this.#bytes, this.#at)
    if (extent === null || extent.end > this.#bytes.length)
      throw notLdap('a value that is longer than what contains it')
    this.#count()
    this.#at = extent.end
    return this.#bytes.subarray(extent.start, extent.end)
  }

  /** The values inside the next value. */
  inside(tag: number): BerReader {
    return new BerReader(this.bytes(tag), this.#count)
  }

  text(): string {
    return this.bytes(tags.octetString).toString()
  }

  /** @param tag of an integer or an enumeration */
  integer(tag: number): number {
    const bytes = this.bytes(tag)
    if (bytes.length === 0 || bytes.length > 4) throw notLdap('a number of no or many bytes')
    return bytes.readIntBE(0, bytes.length)
  }
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  enumeration: 0x0a,
  sequence: 0x30,
  set: 0x31,
} as const

const named = (tag: number | undefined) =>
  tag === undefined ? 'nothing' : `0x${tag.toString(16).padStart(2, '0')}`
