import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import {
  BackupRefused,
  magic,
  magicOfAnyVersion,
  pieceBytes,
  readContents,
  readHead,
  readSection,
  recordBytes,
  type Contents,
  type Head,
  type Section,
} from './format.ts'

/** What is done with a backup as it is read. What a section holds is read to its end. */
export type BackupHandler = {
  head?: (head: Head) => Promise<void> | void
  section?: (section: Section, content: AsyncIterable<Buffer>) => Promise<void>
}

/** `digest` tells it from every other backup. */
export type ReadBackup = { head: Head; contents: Contents; digest: string }

const decompress = promisify(zstdDecompress)

/**
 * Reads a backup to its end and checks all of it. @returns what it holds
 * @throws BackupRefused where it is cut off or was altered; what the handler did until then is to be undone
 */
export async function readBackup(
  source: AsyncIterable<Uint8Array>,
  handler: BackupHandler = {},
): Promise<ReadBackup> {
  const bytes = new ByteReader(source)
  await requireMagic(bytes)
  const head = readHead((await bytes.record('H')).content)
  await handler.head?.(head)
  const found: Contents = []
  let next = await bytes.record('S', 'T')
  while (next.kind === 'S') {
    const section = readSection(next.content)
    const content = new SectionContent(bytes, section)
    await handler.section?.(section, content)
    next = await content.finish()
    found.push(content.facts)
  }
  const contents = readContents(next.content)
  requireSame(contents, found)
  const digest = bytes.digest()
  const { content: written } = await bytes.record('E')
  if (!written.equals(digest))
    throw new BackupRefused('The backup is damaged: its checksum differs.')
  if (!(await bytes.isAtEnd()))
    throw new BackupRefused('The backup is damaged: bytes follow its end.')
  return { head, contents, digest: digest.toString('hex') }
}

async function requireMagic(bytes: ByteReader): Promise<void> {
  const found = await bytes.take(magic.length)
  if (found.equals(magic)) return
  throw new BackupRefused(
    magicOfAnyVersion.test(found.toString('latin1'))
      ? 'The backup was made by a newer version of Muster. Restore it with that version.'
      : 'This file is no backup of Muster.',
  )
}

function requireSame(contents: Contents, found: Contents): void {
  const damaged = contents.find(
    ({ name, sha256 }, at) => found[at]?.name !== name || found[at].sha256 !== sha256,
  )
  if (damaged !== undefined)
    throw new BackupRefused(`The backup is damaged: the checksum of ${damaged.name} differs.`)
  if (contents.length !== found.length)
    throw new BackupRefused('The backup is damaged: it has other sections than its list says.')
}

/** The content of one section, to be read once. */
class SectionContent implements AsyncIterable<Buffer> {
  readonly #bytes: ByteReader
  readonly #hash = createHash('sha256')
  readonly #section: Section
  #size = 0
  #next: { kind: string; content: Buffer } | undefined

  constructor(bytes: ByteReader, section: Section) {
    this.#bytes = bytes
    this.#section = section
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    while (this.#next === undefined) {
      const record = await this.#bytes.record('D', 'S', 'T')
      if (record.kind !== 'D') {
        this.#next = record
        return
      }
      const piece = await decompress(record.content, { maxOutputLength: pieceBytes }).catch(() => {
        throw new BackupRefused(`The backup is damaged in ${this.#section.name}.`)
      })
      this.#hash.update(piece)
      this.#size += piece.length
      yield piece
    }
  }

  /** Reads what was left. @returns the record that follows */
  async finish(): Promise<{ kind: string; content: Buffer }> {
    for await (const piece of this) void piece
    if (this.#next === undefined) throw new Error('the section was not read to its end')
    return this.#next
  }

  get facts(): Contents[number] {
    const { kind, name } = this.#section
    return { kind, name, rows: 0, bytes: this.#size, sha256: this.#hash.digest('hex') }
  }
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #whole = createHash('sha256')
  #buffered: Uint8Array[] = []
  #size = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Of everything that was read. */
  digest(): Buffer {
    return this.#whole.copy().digest()
  }

  async isAtEnd(): Promise<boolean> {
    return this.#size === 0 && (await this.#source.next()).done === true
  }

  async record(...kinds: string[]): Promise<{ kind: string; content: Buffer }> {
    const start = await this.take(5)
    const kind = start.toString('latin1', 0, 1)
    const length = start.readUInt32BE(1)
    if (!kinds.includes(kind) || length > recordBytes)
      throw new BackupRefused('The backup is damaged: something else follows than what must.')
    return { kind, content: await this.take(length) }
  }

  async take(length: number): Promise<Buffer> {
    while (this.#size < length) {
      const next = await this.#source.next()
      if (next.done === true) throw new BackupRefused('The backup is cut off before its end.')
      this.#buffered.push(next.value)
      this.#size += next.value.length
    }
    const [first = Buffer.alloc(0)] = this.#buffered
    const all = this.#buffered.length > 1 ? Buffer.concat(this.#buffered) : asBuffer(first)
    const taken = all.subarray(0, length)
    this.#buffered = [all.subarray(length)]
    this.#size -= length
    this.#whole.update(taken)
    return taken
  }
}
