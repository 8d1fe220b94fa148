import type { Client, Connection } from 'pg'

/** What a connection of `pg` has for COPY besides its types. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const header = Buffer.concat([Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1'), Buffer.alloc(8)])
const trailer = Buffer.from([0xff, 0xff])

/** Runs `copy … from stdin (format binary)` with these rows, as fast as PostgreSQL takes them. */
export async function copyIn(
  client: Client,
  statement: string,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const done = Promise.withResolvers<void>()
  client.query({
    submit: (connection: Connection) => connection.query(statement),
    handleCopyInResponse(connection: CopyConnection) {
      void sendAll(connection, rows).catch(done.reject)
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => done.resolve(),
    handleError: (error: Error) => done.reject(error),
  })
  return done.promise
}

async function sendAll(connection: CopyConnection, rows: AsyncIterable<Buffer>): Promise<void> {
  connection.sendCopyFromChunk(header)
  for await (const piece of rows) {
    connection.sendCopyFromChunk(piece)
    if (connection.stream.writableNeedDrain) {
      await new Promise((resolve) => connection.stream.once('drain', resolve))
    }
  }
  connection.sendCopyFromChunk(trailer)
  connection.endCopyFrom()
}

const fieldBytes = 4 + 16
const rowBytes = 2 + 3 * fieldBytes

/** Rows (ruleset, person, rule) in PostgreSQL's binary form. `people` are uuids as 16 bytes each. */
export function manifestRows(
  rulesetId: string,
  people: readonly Buffer[],
  ruleIdAt: (place: number) => string,
): Buffer {
  const rows = Buffer.allocUnsafe(people.length * rowBytes)
  const row = Buffer.alloc(rowBytes)
  row.writeInt16BE(3)
  for (const field of [0, 1, 2]) row.writeInt32BE(16, 2 + field * fieldBytes)
  uuidBytes(rulesetId).copy(row, 6)
  let ruleId = ''
  for (const [place, person] of people.entries()) {
    if (ruleIdAt(place) !== ruleId) {
      ruleId = ruleIdAt(place)
      uuidBytes(ruleId).copy(row, 6 + 2 * fieldBytes)
    }
    person.copy(row, 6 + fieldBytes)
    row.copy(rows, place * rowBytes)
  }
  return rows
}

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}
