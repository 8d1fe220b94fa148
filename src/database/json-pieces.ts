/**
 * PostgreSQL refuses an array in a value of jsonb beyond 256 MB. There a text takes at most eight times as many bytes as it
 * has characters: short numbers do.
 */
export const charactersPerPiece = 16 * 1024 * 1024

/** Rows as JSON arrays in their order, each short enough for one value of jsonb. A row that is longer is alone. */
export function* jsonPieces<Row>(
  rows: Iterable<Row>,
  charactersAtMost: number = charactersPerPiece,
): Generator<string> {
  yield* joinedPieces(
    Iterator.from(rows).map((row) => JSON.stringify(row)),
    charactersAtMost,
  )
}

/** {@link jsonPieces} of rows that are JSON already. */
export function* joinedPieces(
  rows: Iterable<string>,
  charactersAtMost: number = charactersPerPiece,
): Generator<string> {
  let piece: string[] = []
  let length = 0
  for (const text of rows) {
    if (piece.length > 0 && length + text.length > charactersAtMost) {
      yield `[${piece.join(',')}]`
      piece = []
      length = 0
    }
    piece.push(text)
    length += text.length + 1
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`
}
