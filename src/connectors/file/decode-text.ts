import { UnreadableExport } from './unreadable-export.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/**
 * Bytes as text: UTF-8, or UTF-16 by its byte order mark, without the mark. Throws UnreadableExport for anything
 * else: a replacement character would overwrite the name that it replaces.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof createDecoder> | null = null
  for await (const chunk of bytes) {
    decoder ??= createDecoder(chunk)
    yield decoder.decode(chunk)
  }
  const rest = decoder?.end()
  if (rest) yield rest
}

function createDecoder(first: Uint8Array) {
  if (startsWith(first, [0x50, 0x4b, 0x03, 0x04])) {
    throw new UnreadableExport(
      'This is a zip archive or an Excel workbook. Save the sheet as CSV (UTF-8) and import that.',
    )
  }
  const encoding = encodingOf(first)
  const decoder = new TextDecoder(encoding, { fatal: true })
  let count = 0
  // The last three bytes, where a character may have begun that is not complete yet.
  let tail: Uint8Array = new Uint8Array()
  return {
    decode(chunk: Uint8Array): string {
      try {
        const text = decoder.decode(chunk, { stream: true })
        count += chunk.length
        tail = Buffer.concat([tail, chunk.subarray(-3)]).subarray(-3)
        return text
      } catch {
        throw refusal(encoding, count, tail, chunk)
      }
    },
    end(): string {
      try {
        return decoder.decode()
      } catch {
        throw refusal(encoding, count, tail, new Uint8Array())
      }
    },
  }
}

/** `count` bytes were read before `chunk`, the last of them `tail`. */
function refusal(
  encoding: Encoding,
  count: number,
  tail: Uint8Array,
  chunk: Uint8Array,
): UnreadableExport {
  if (encoding !== 'utf-8') {
    return new UnreadableExport('The file begins like UTF-16 but is not UTF-16; save it as UTF-8.')
  }
  const skipped = count <= tail.length ? 0 : tail.findIndex((byte) => !isContinuation(byte))
  const begun = skipped === -1 ? new Uint8Array() : tail.subarray(skipped)
  const byte = count - begun.length + validLength(Buffer.concat([begun, chunk])) + 1
  return new UnreadableExport(`The file is not UTF-8 (byte ${byte}); save it as UTF-8.`)
}

/** How many bytes from the first are whole characters of UTF-8. */
function validLength(bytes: Uint8Array): number {
  let valid = 0
  let invalid = bytes.length + 1
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2)
    if (decodedPrefix(bytes, middle) === null) invalid = middle
    else valid = middle
  }
  return Buffer.byteLength(decodedPrefix(bytes, valid) ?? '')
}

function decodedPrefix(bytes: Uint8Array, length: number): string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return decoder.decode(bytes.subarray(0, length), { stream: true })
  } catch {
    return null
  }
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0
}

function encodingOf(first: Uint8Array): Encoding {
  if (startsWith(first, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(first, [0xfe, 0xff])) return 'utf-16be'
  return 'utf-8'
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}
