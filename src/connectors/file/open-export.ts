import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { decodeText, type DecodingOptions } from './decode-text.ts'
import { peek } from './peek.ts'
import { UnreadableExport } from './unreadable-export.ts'

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
  const text = decodeText(unpacked(counted(bytes, onBytes)), decoding)
  const { head, all } = await peek(text, headChars, (pieces) => pieces.join(''))
  const bare = name.replace(/\.gz$/i, '')
  // Old spreadsheets of the Mac end lines with CR alone.
  return head.includes('\r') && !head.includes('\n')
    ? { name: bare, head: ofUnix(head), chunks: mapped(all, ofUnix) }
    : { name: bare, head, chunks: all }
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

/** What a file may have unpacked. A packed one of a few megabytes could be without end. */
const mostBytes = 4 * 2 ** 30
const gzip = [0x1f, 0x8b] as const

/** The bytes, unpacked where they begin as gzip does. @throws UnreadableExport where they can't be unpacked */
async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(bytes, gzip.length, (pieces) => Buffer.concat(pieces))
  yield* gzip.every((byte, at) => head[at] === byte) ? gunzipped(all) : all
}

async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    // The iteration over the unpacked bytes meets the errors; pipeline only closes both ends.
    for await (const piece of pipeline(bytes, createGunzip({ chunkSize: 256 * 1024 }), () => {})) {
      size += piece.length
      if (size > mostBytes)
        throw new UnreadableExport(
          `This is more than ${mostBytes / 2 ** 30} GiB when it is unpacked. Send it in parts.`,
        )
      yield piece
    }
  } catch (error) {
    throw isZlibError(error)
      ? new UnreadableExport('This is packed with gzip, and damaged or cut off. Fetch it again.')
      : error
  }
}

function isZlibError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR')
  )
}
