import { open } from 'node:fs/promises'

/** The pieces of one record's JSON, in order; a record with many members has many. */
export type Row = Iterable<string>

const bufferChars = 256 * 1024

/** Writes the pieces to a new file as UTF-8, a bounded part at a time. Returns the bytes written. */
export async function writePieces(path: string, pieces: Iterable<string>): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    let held: string[] = []
    let size = 0
    let bytes = 0
    const flush = async (): Promise<void> => {
      const buffer = Buffer.from(held.join(''))
      await file.writeFile(buffer)
      bytes += buffer.length
      held = []
      size = 0
    }
    for (const piece of pieces) {
      held.push(piece)
      size += piece.length
      if (size >= bufferChars) await flush()
    }
    await flush()
    return bytes
  } finally {
    await file.close()
  }
}

/** One record per line. */
export function* jsonLines(rows: Iterable<Row>): Generator<string> {
  for (const row of rows) {
    yield* row
    yield '\n'
  }
}

/** One list, or the list of an envelope: `head` is the text up to and with its bracket. */
export function* jsonList(rows: Iterable<Row>, head = '[', tail = ']'): Generator<string> {
  let mark = `${head}\n`
  for (const row of rows) {
    yield mark
    yield* row
    mark = ',\n'
  }
  yield `${mark === ',\n' ? '' : mark}\n${tail}\n`
}

/** A record that is short enough to be one piece. */
export function row(record: object): Row {
  return [JSON.stringify(record)]
}

/** A record with a list of members as its last key. */
export function* rowWithMembers(
  record: object,
  key: string,
  members: Iterable<unknown>,
): Generator<string> {
  yield `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(key)}:[`
  let mark = ''
  for (const member of members) {
    yield mark + JSON.stringify(member)
    mark = ','
  }
  yield ']}'
}

/** A line of a table, by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
