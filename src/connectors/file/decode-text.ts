import { isAscii, isUtf8 } from 'node:buffer'
import { peek } from './peek.ts'
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
  const { head, all } = await peek(bytes, headBytes, (pieces) => Buffer.concat(pieces))
  const decoder = createDecoder(head, options)
  for await (const chunk of all) yield decoder.decode(chunk)
  const rest = decoder.end()
  if (rest !== '') yield rest
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
  const western = new TextDecoder('windows-1252')
  let isWestern = false
  let isPlain = true
  /** Bytes that were read. */
  let count = 0
  /** A character that is not complete yet. */
  let begun: Uint8Array = new Uint8Array()

  function readWestern(bytes: Uint8Array): string {
    const text = western.decode(bytes)
    if (!isPlain || !isPlausibleWestern(text)) throw notUtf8(count + validLength(bytes) + 1)
    if (!isWestern) onWestern()
    isWestern = true
    return text
  }

  function decode(chunk: Uint8Array): string {
    if (isWestern) return readWestern(chunk)
    const bytes = Buffer.concat([begun, chunk])
    const whole = bytes.subarray(0, bytes.length - lengthOfBegun(bytes))
    if (!isUtf8(whole)) return readWestern(bytes)
    const text = whole.toString()
    const isBegin = count === 0
    count += whole.length
    begun = bytes.subarray(whole.length)
    isPlain &&= isAscii(whole)
    return isBegin && text.startsWith('\ufeff') ? text.slice(1) : text
  }

  /** A single letter in lower case at the end is one of Windows-1252; other beginnings are a file that was cut off. */
  function end(): string {
    if (isWestern || begun.length === 0) return ''
    if (begun.length > 1 || (begun[0] ?? 0) < 0xe0) throw notUtf8(count + 1)
    return readWestern(begun)
  }

  return { decode, end }
}

function notUtf8(byte: number): UnreadableExport {
  return new UnreadableExport(
    `The file is not UTF-8 (byte ${byte}); save it as UTF-8, or name its encoding with --encoding: ${encodings.join(', ')}.`,
  )
}

/** How many bytes at the end begin a character of UTF-8 that is not complete. */
function lengthOfBegun(bytes: Uint8Array): number {
  const tail = bytes.subarray(-3)
  const start = tail.findLastIndex((byte) => byte >= 0xc0)
  const lead = tail[start]
  if (lead === undefined) return 0
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  const begun = tail.subarray(start)
  const isOne = begun.subarray(1).every((byte) => byte >= 0x80 && byte < 0xc0)
  return isOne && begun.length < length ? begun.length : 0
}

/** How many bytes from the first are whole characters of UTF-8. */
function validLength(bytes: Uint8Array): number {
  const [valid = ''] = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes)
    .split('\ufffd', 1)
  return Buffer.byteLength(valid)
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

const foreign = /[\u0080-\u{10ffff}]+/gu
const letter = /\p{L}/u
/** Signs that stand beside letters in Western text. */
const signs = /^[’‘“”„‚–—…·°®™´`«»\u00a0]+$/u
/**
 * Whether text that was decoded as Windows-1252 can have been written in it. Text in another encoding has signs within words,
 * capitals behind small letters, or long runs of accented letters.
 */
function isPlausibleWestern(text: string): boolean {
  // The bytes that Windows-1252 does not have come out as controls.
  if (/[\u0080-\u009f]/u.test(text)) return false
  for (const match of text.matchAll(foreign)) {
    const before = text[match.index - 1] ?? ''
    const after = text[match.index + match[0].length] ?? ''
    if (!isPlausibleRun(match[0], before, after)) return false
  }
  return true
}

function isPlausibleRun(run: string, before: string, after: string): boolean {
  const chars = Array.from(run)
  const isLetters = chars.every((each) => letter.test(each) && !/[ªº]/u.test(each))
  if (isLetters) {
    const isCapital = /\p{Lu}/u.test(chars[0] ?? '')
    return chars.length <= 2 && !(isCapital && /\p{Ll}/u.test(before))
  }
  if (signs.test(run)) return true
  // `¡Hola!`, and what a Spanish spreadsheet writes in place of a value: `#¡VALOR!`.
  if (run === '¡') return !letter.test(before) && letter.test(after)
  // `Nº 7`, `3ª`, `€ 5`, `£20`: signs that stand at a number or alone.
  if (/^[ªº]$/u.test(run)) return /[\dNn.oa]/u.test(before)
  const outer = chars.filter((each) => !letter.test(each) && !signs.test(each))
  return outer.length === 0
    ? chars.length <= 3
    : !letter.test(before) && !letter.test(after) && chars.length === 1
}
