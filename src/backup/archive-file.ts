import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Client } from 'pg'
import { Type, type Static } from 'typebox'
import { CopyOut } from './copy-out.ts'
import { BackupRefused, jsonReader, pieceBytes } from './format.ts'
import { writeWhole } from './make-backup.ts'

/**
 * An archive is NDJSON, compressed by zstd: a line that says what it is, the rows of a month of the audit log as they are stored, in
 * their order and each with its personal values and their salt, and a line with their number and the SHA-256 of these lines.
 */
const Head = Type.Object({
  archive: Type.Literal('muster audit log 1'),
  /** As in the names of backups. */
  database: Type.String(),
  month: Type.String({ pattern: '^\\d{4}-\\d\\d$' }),
  /** The SHA-256 of the file of the month before it that has rows. */
  previous: Type.Union([Type.String(), Type.Null()]),
})
export type ArchiveHead = Static<typeof Head>

const Row = Type.Object({
  id: Type.String(),
  sequence: Type.Integer(),
  at: Type.String(),
  salt: Type.Union([Type.String(), Type.Null()]),
})
const Tail = Type.Object({ rows: Type.Integer(), sha256: Type.String() })

export type ReadArchive = {
  head: ArchiveHead
  rows: number
  /** How many have personal values. */
  personal: number
  /** Of the lines of its rows, and of the file. */
  rowsSha256: string
  fileSha256: string
}

/** Writes the rows that the transaction of the client sees. */
export async function writeArchive(
  client: Client,
  place: string,
  head: ArchiveHead,
): Promise<void> {
  async function* lines() {
    yield `${JSON.stringify(head)}\n`
    // JSON has none of the characters for which this form of COPY would quote it.
    const rows = client.query(
      new CopyOut(
        `copy (${rowsOf(head.month)}) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`,
        pieceBytes,
      ),
    )
    const hash = createHash('sha256')
    for await (const piece of rows) {
      hash.update(piece)
      yield piece
    }
    yield `${JSON.stringify({ rows: rows.rowCount, sha256: hash.digest('hex') })}\n`
  }
  await writeWhole(place, throughAll(Readable.from(lines()), createZstdCompress()))
}

/** Between the instants of a month in UTC (`2025-01`), without the rows that stay. `of`: the alias of the log, with a dot. */
export function inMonth(month: string, of = ''): string {
  const begins = `${month}-01 00:00Z`
  return `${of}at >= '${begins}' and ${of}at < '${begins}'::timestamptz + interval '1 month' and not is_erasure(${of}event)`
}

function rowsOf(month: string): string {
  return `select (to_jsonb(l) || jsonb_build_object('personal_values', p.changes, 'salt', encode(p.salt, 'hex')))::text
    from audit_log l left join audit_log_personal p on p.audit_log_id = l.id
    where ${inMonth(month)} order by at, sequence`
}

/** Reads an archive to its end. @throws BackupRefused where it is not as it was written */
export async function readArchive(file: string): Promise<ReadArchive> {
  const [ofFile, ofRows] = [createHash('sha256'), createHash('sha256')]
  async function* bytes() {
    for await (const chunk of createReadStream(file)) {
      ofFile.update(chunk)
      yield chunk
    }
  }
  const read = { rows: 0, personal: 0, last: [0, 0] as const }
  let head: ArchiveHead | undefined
  let waiting: string | undefined
  try {
    for await (const line of linesOf(throughAll(Readable.from(bytes()), createZstdDecompress()))) {
      if (head === undefined) {
        head = readHead(line)
        continue
      }
      if (waiting !== undefined) {
        ofRows.update(`${waiting}\n`)
        countRow(read, readRow(waiting), head.month)
      }
      waiting = line
    }
  } catch (error) {
    if (error instanceof BackupRefused) throw error
    throw new BackupRefused(`${file} is damaged: ${String(error)}.`, { cause: error })
  }
  if (head === undefined || waiting === undefined) throw new BackupRefused(`${file} is no archive.`)
  const { rows, sha256 } = readTail(waiting)
  const rowsSha256 = ofRows.digest('hex')
  if (rows !== read.rows || sha256 !== rowsSha256)
    throw new BackupRefused(`${file} is damaged: it has other rows than its last line says.`)
  return { head, rows, personal: read.personal, rowsSha256, fileSha256: ofFile.digest('hex') }
}

type Counted = { rows: number; personal: number; last: readonly [at: number, sequence: number] }

function countRow(read: Counted, { at, sequence, salt }: Static<typeof Row>, month: string): void {
  const [instant, [lastAt, lastSequence]] = [new Date(at), read.last]
  const isInOrder =
    instant.getTime() > lastAt || (instant.getTime() === lastAt && sequence > lastSequence)
  if (!isInOrder || !instant.toISOString().startsWith(`${month}-`))
    throw new BackupRefused(`Row ${read.rows + 1} of the archive is not in its place.`)
  read.rows += 1
  read.personal += Number(salt !== null)
  read.last = [instant.getTime(), sequence]
}

const readHead = jsonReader(Head, 'archive', 'first line')
const readRow = jsonReader(Row, 'archive', 'rows')
const readTail = jsonReader(Tail, 'archive', 'last line')

/** No row is as long. */
const mostBytes = 2 ** 28

/** Ends at \n only, unlike node:readline, and refuses what does not end so. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, start)) {
      yield rest.toString('utf8', start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
    if (rest.length > mostBytes) throw new Error('a line is too long')
  }
  if (rest.length > 0) throw new Error('it ends within a line')
}

/** A failure of either is one of the whole. */
function throughAll(source: Readable, through: Transform): Transform {
  return pipeline(source, through, () => undefined)
}
