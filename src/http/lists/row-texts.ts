import type { Semaphore } from '../../database/semaphore.ts'
import { createTurns } from './in-slices.ts'
import type { WriteRows } from './list-formats.ts'

/** A row with included records may take a fifth of a millisecond. */
const rowsPerStep = 10

/**
 * The text of some rows in pieces. Each is made in a turn of the event loop of its own and takes some milliseconds; `turns` are shared
 * with the other exports of the caller.
 */
export async function* textsOf(
  rows: readonly unknown[],
  write: WriteRows,
  turns: Semaphore,
): AsyncGenerator<string> {
  for (let at = 0; at < rows.length;) {
    const begin = at
    const { text, end } = await turns.run(() => writePiece(rows, begin, write))
    yield text
    at = end
  }
}

async function writePiece(rows: readonly unknown[], begin: number, write: WriteRows) {
  const texts: string[] = []
  let end = begin
  const turns = createTurns()
  await turns.next()
  do {
    texts.push(write(rows.slice(end, end + rowsPerStep)))
    end += rowsPerStep
  } while (end < rows.length && !turns.isDue())
  return { text: texts.join(''), end }
}
