import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import {
  magic,
  pieceBytes,
  type Contents,
  type Head,
  type RecordKind,
  type Section,
} from './format.ts'

/** What a section holds. `rows` is asked once everything was read. */
export type SectionSource = Section & {
  content: AsyncIterable<Buffer>
  rows: () => number
}

/** The bytes of a backup, in pieces. No more than a few pieces of a section are in memory. At the end `tell` gets what it holds. */
export async function* writeRecords(
  head: Head,
  sections: AsyncIterable<SectionSource>,
  tell: (contents: Contents) => void,
): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const noted = (bytes: Buffer) => {
    whole.update(bytes)
    return bytes
  }
  const json = (kind: RecordKind, value: unknown) =>
    noted(recordOf(kind, Buffer.from(JSON.stringify(value))))
  yield noted(magic)
  yield json('H', head)
  const contents: Contents = []
  for await (const { content, rows, ...section } of sections) {
    yield json('S', section)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const frame of compressed(inPieces(content), hash, (size) => (bytes += size)))
      yield noted(recordOf('D', frame))
    const { kind, name } = section
    contents.push({ kind, name, rows: rows(), bytes, sha256: hash.digest('hex') })
  }
  yield json('T', contents)
  yield recordOf('E', whole.digest())
  tell(contents)
}

function recordOf(kind: RecordKind, content: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(5 + content.length)
  bytes.write(kind, 'latin1')
  bytes.writeUInt32BE(content.length, 1)
  content.copy(bytes, 5)
  return bytes
}

/** The same bytes, in pieces of one size but for the last. */
async function* inPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length;) {
      const part = chunk.subarray(start, start + pieceBytes - size)
      waiting.push(part)
      size += part.length
      start += part.length
      if (size < pieceBytes) continue
      yield waiting.length === 1 ? part : Buffer.concat(waiting)
      waiting = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}

const compress = promisify(zstdCompress)
/** The fastest: what it saves beyond the level of a few is little, and a backup is made while Muster serves. */
const compression = { chunkSize: 2 ** 20, params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Pieces are compressed beside each other, and beside reading the next ones. */
const atOnce = 3

async function* compressed(
  pieces: AsyncIterable<Buffer>,
  hash: Hash,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const waiting: Promise<Buffer>[] = []
  for await (const piece of pieces) {
    hash.update(piece)
    count(piece.length)
    const frame = compress(piece, compression)
    // It is awaited in its turn.
    frame.catch(() => undefined)
    waiting.push(frame)
    const [first] = waiting.length < atOnce ? [] : waiting.splice(0, 1)
    if (first !== undefined) yield await first
  }
  for (const frame of waiting) yield await frame
}
