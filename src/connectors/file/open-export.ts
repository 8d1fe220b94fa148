import { createReadStream } from 'node:fs'
import { decodeText, type DecodingOptions } from './decode-text.ts'
import { unpacked } from './unpacked.ts'

export type ExportSource =
  | { path: string }
  /** Its bytes as they are; `name` helps to detect the format. */
  | { stream: AsyncIterable<Uint8Array>; name?: string }

export type OpenedExport = {
  /** The name without `.gz`, for its extension. */
  name: string
  /** At least the first 64 Ki characters, or all. */
  head: string
  /** All of the text, `head` included. */
  chunks: AsyncIterable<string>
}

const headChars = 64 * 1024

/**
 * Opens an export as text: unpacked, in the encoding that {@link decodeText} finds. `onBytes` is called with the packed size of
 * each piece read. Throws UnreadableExport, and what the file system throws, also in the middle of `chunks`.
 */
export async function openExport(
  source: ExportSource,
  onBytes: (count: number) => void = () => {},
  decoding: DecodingOptions = {},
): Promise<OpenedExport> {
  const name = 'path' in source ? source.path : (source.name ?? '')
  const bytes =
    'path' in source ? createReadStream(source.path, { highWaterMark: 256 * 1024 }) : source.stream
  const text = decodeText(unpacked(counted(bytes, onBytes)), decoding)[Symbol.asyncIterator]()
  const first: string[] = []
  let size = 0
  while (size < headChars) {
    const next = await text.next()
    if (next.done) break
    first.push(next.value)
    size += next.value.length
  }
  const head = first.join('')
  const bare = name.replace(/\.gz$/i, '')
  const chunks = replay(first, text)
  // Old spreadsheets of the Mac end lines with CR alone.
  return head.includes('\r') && !head.includes('\n')
    ? { name: bare, head: ofUnix(head), chunks: mapped(chunks, ofUnix) }
    : { name: bare, head, chunks }
}

function ofUnix(text: string): string {
  return text.replaceAll('\r', '\n')
}

async function* mapped(
  chunks: AsyncIterable<string>,
  change: (text: string) => string,
): AsyncGenerator<string> {
  for await (const chunk of chunks) yield change(chunk)
}

async function* counted(
  stream: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    onBytes(chunk.length)
    yield chunk
  }
}

async function* replay(first: string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield* first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    // Closes the file when the consumer stops early.
    await rest.return?.()
  }
}
