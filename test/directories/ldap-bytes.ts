/** A value in BER: tag, length, content. */
export function ber(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(size: number): number[] {
  if (size < 128) return [size]
  if (size < 2 ** 16) return [0x82, size >> 8, size & 255]
  return [0x84, size >>> 24, (size >> 16) & 255, (size >> 8) & 255, size & 255]
}

export const text = (value: string) => ber(0x04, Buffer.from(value))

/** The result of a request that worked. */
export const done = [ber(0x0a, Buffer.from([0])), text(''), text('')]

/** An entry with attributes, each of a name and its values. */
export const entry = (dn: string, attributes: Record<string, readonly string[]> = {}) =>
  ber(
    0x64,
    text(dn),
    ber(
      0x30,
      ...Object.entries(attributes).map(([name, values]) =>
        ber(0x30, text(name), ber(0x31, ...values.map(text))),
      ),
    ),
  )

/** The end of a page, with the cookie of the next one. */
export function lastOfPage(cookie: string): Buffer {
  const value = ber(0x30, ber(0x02, Buffer.from([0])), text(cookie))
  const control = ber(0x30, text('1.2.840.113556.1.4.319'), ber(0x04, value))
  return Buffer.concat([ber(0x65, ...done), ber(0xa0, control)])
}

/** The id of a message as it was sent, and the tag of its operation. Lengths of requests are short here. */
export function operationOf(message: Buffer): { id: Buffer; tag: number } {
  const start = (message[1] ?? 0) < 128 ? 2 : 2 + ((message[1] ?? 0) & 127)
  const end = start + 2 + (message[start + 1] ?? 0)
  return { id: message.subarray(start, end), tag: message[end] ?? 0 }
}
