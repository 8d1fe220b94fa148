import { isAscii } from 'node:buffer'
import { isPlausibleWestern } from './plausible-western.ts'
import { UnreadableExport } from './unreadable-export.ts'

/** What an export may be encoded in, as `--encoding` names it. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'iso-8859-2',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
] as const
export type Encoding = (typeof encodings)[number]

/** The encoding that a label such as `latin1` or `cp1250` stands for; undefined for one that exports are not read in. */
export function encodingCalled(label: string): Encoding | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    return encodings.find((known) => known === encoding)
  } catch {
    return undefined
  }
}

/** How the text is read. `isAssumed`: nothing in the file says so. */
export type ReadEncoding = { encoding: Encoding; isAssumed: boolean }

export type DecodingOptions = {
  /** Found out by default. */
  encoding?: Encoding
  /** Called when the encoding is known, and again if UTF-8 turns out to be Windows-1252. */
  onEncoding?: (read: ReadEncoding) => void
}

/** Bytes that are looked at before anything is decoded. */
const headBytes = 4096

/**
 * Bytes as text, without a byte order mark: UTF-8, UTF-16 with or without the mark, or Windows-1252 if the text is plausible
 * in it (docs/decisions/0071-record-sources.md). Throws UnreadableExport for anything else: a wrong character would
 * overwrite the name that it replaces.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  options: DecodingOptions = {},
): AsyncGenerator<string> {
  let decoder: Decoder | null = null
  for await (const chunk of withHead(bytes)) {
    decoder ??= createDecoder(chunk, options)
    yield decoder.decode(chunk)
  }
  const rest = decoder?.end()
  if (rest) yield rest
}

/** The first chunk has at least {@link headBytes}, or all. */
async function* withHead(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array[] | null = []
  let size = 0
  for await (const chunk of bytes) {
    if (head === null) {
      yield chunk
      continue
    }
    head.push(chunk)
    size += chunk.length
    if (size < headBytes) continue
    yield Buffer.concat(head)
    head = null
  }
  if (head !== null && size > 0) yield Buffer.concat(head)
}

type Decoder = { decode: (chunk: Uint8Array) => string; end: () => string }

function createDecoder(head: Uint8Array, { encoding, onEncoding }: DecodingOptions): Decoder {
  refuseBinary(head)
  const found = encoding ?? encodingOf(head)
  const isMarked = encoding !== undefined || found.startsWith('utf-8') || hasMark(head)
  onEncoding?.({ encoding: found, isAssumed: !isMarked })
  if (found !== 'utf-8' || encoding !== undefined) return strictDecoder(found)
  return utf8Decoder(() => onEncoding?.({ encoding: 'windows-1252', isAssumed: true }))
}

/** Throws for the first byte that is not of the encoding. */
function strictDecoder(encoding: Encoding): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const attempt = (read: () => string): string => {
    try {
      return read()
    } catch {
      throw new UnreadableExport(
        `The file is not ${encoding.toUpperCase()}, though it was read as that. Save it as UTF-8, or name its encoding with --encoding: ${encodings.join(', ')}.`,
      )
    }
  }
  return {
    decode: (chunk) => attempt(() => decoder.decode(chunk, { stream: true })),
    end: () => attempt(() => decoder.decode()),
  }
}

/** UTF-8; Windows-1252 from the first byte on that is not UTF-8, if everything before it is ASCII. */
function utf8Decoder(onWestern: () => void): Decoder {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const western = new TextDecoder('windows-1252')
  let isWestern = false
  let isPlain = true
  let count = 0
  // The last three bytes, where a character may have begun that is not complete yet.
  let tail: Uint8Array = new Uint8Array()

  function readWestern(bytes: Uint8Array, place: () => number): string {
    const text = western.decode(bytes)
    if (!isPlausibleWestern(text)) throw notUtf8(place())
    if (!isWestern) onWestern()
    isWestern = true
    return text
  }

  function decode(chunk: Uint8Array): string {
    const begun = incomplete(tail)
    const place = () => count - begun.length + validLength(Buffer.concat([begun, chunk])) + 1
    if (isWestern) return readWestern(chunk, place)
    try {
      const text = utf8.decode(chunk, { stream: true })
      count += chunk.length
      tail = Buffer.concat([tail, chunk.subarray(-3)]).subarray(-3)
      isPlain &&= isAscii(Buffer.from(text))
      return text
    } catch {
      if (!isPlain) throw notUtf8(place())
      return readWestern(Buffer.concat([begun, chunk]), place)
    }
  }

  /** A single letter in lower case at the end is one of Windows-1252; other beginnings are a file that was cut off. */
  function end(): string {
    if (isWestern) return ''
    try {
      return utf8.decode()
    } catch {
      const begun = incomplete(tail)
      const place = () => count - begun.length + 1
      const isLetter = begun.length === 1 && (begun[0] ?? 0) >= 0xe0
      if (!isPlain || !isLetter) throw notUtf8(place())
      return readWestern(begun, place)
    }
  }

  return { decode, end }
}

function notUtf8(byte: number): UnreadableExport {
  return new UnreadableExport(
    `The file is not UTF-8 (byte ${byte}); save it as UTF-8, or name its encoding with --encoding: ${encodings.join(', ')}.`,
  )
}

/** The bytes of a character of UTF-8 that has begun at the end. */
function incomplete(tail: Uint8Array): Uint8Array {
  const start = tail.findLastIndex((byte) => byte >= 0xc0)
  const lead = tail[start]
  if (lead === undefined) return new Uint8Array()
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return tail.length - start < length ? tail.subarray(start) : new Uint8Array()
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

const binaries: readonly [mark: readonly number[], message: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This is a zip archive or an Excel workbook. Save the sheet as CSV (UTF-8) and import that.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel workbook. Save the sheet as CSV (UTF-8).'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Export the data as CSV or JSON and import that.'],
]

function refuseBinary(head: Uint8Array): void {
  const binary = binaries.find(([mark]) => startsWith(head, mark))
  if (binary !== undefined) throw new UnreadableExport(binary[1])
}

function encodingOf(head: Uint8Array): Encoding {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be'
  return utf16Of(head.subarray(0, headBytes)) ?? 'utf-8'
}

function hasMark(head: Uint8Array): boolean {
  return startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])
}

/** No text in UTF-8 has NUL; in UTF-16 every separator and line break has one, on the same side. */
function utf16Of(head: Uint8Array): Encoding | null {
  const nuls = [0, 0]
  for (const [index, byte] of head.entries())
    if (byte === 0) nuls[index % 2] = 1 + (nuls[index % 2] ?? 0)
  const [even = 0, odd = 0] = nuls
  if (even + odd === 0) return null
  const isUtf16 = (even + odd) * 32 >= head.length
  if (isUtf16 && odd > 9 * even) return 'utf-16le'
  if (isUtf16 && even > 9 * odd) return 'utf-16be'
  throw new UnreadableExport(
    'This is not text: it has NUL bytes. Export the data as CSV or JSON in UTF-8.',
  )
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}
