import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UnreadableExport } from './unreadable-export.ts'

/** What a file may have unpacked. A packed one of a few megabytes could be without end. */
const mostBytes = 4 * 2 ** 30
const gzip = [0x1f, 0x8b] as const

/** The bytes, unpacked where they begin as gzip does. @throws UnreadableExport where they can't be unpacked */
export async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const rest = bytes[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.length < gzip.length) {
    const next = await rest.next()
    if (next.done === true) break
    head = Buffer.concat([head, next.value])
  }
  const all = replay(head, rest)
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

async function* replay(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next())
      yield next.value
  } finally {
    // Closes the file when the consumer stops early.
    await rest.return?.()
  }
}
