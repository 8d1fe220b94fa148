/**
 * The beginning of a stream, of `least` bytes or characters unless it ends before, and all of the stream, whose first piece is that
 * beginning.
 */
export async function peek<T extends { readonly length: number }>(
  stream: AsyncIterable<T>,
  least: number,
  join: (pieces: readonly T[]) => T,
): Promise<{ head: T; all: AsyncGenerator<T> }> {
  const pieces = stream[Symbol.asyncIterator]()
  const first: T[] = []
  for (let size = 0; size < least;) {
    const next = await pieces.next()
    if (next.done === true) break
    first.push(next.value)
    size += next.value.length
  }
  const head = join(first)
  return { head, all: replay(head, pieces) }
}

async function* replay<T extends { readonly length: number }>(
  head: T,
  rest: AsyncIterator<T>,
): AsyncGenerator<T> {
  try {
    if (head.length > 0) yield head
    for (let next = await rest.next(); next.done !== true; next = await rest.next())
      yield next.value
  } finally {
    // Closes the file when the consumer stops early.
    await rest.return?.()
  }
}
