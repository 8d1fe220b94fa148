import { ImportRefused } from '../records/record-source.ts'

const readingsAtMost = 6

/**
 * The rows of a list by their ids, after two readings were the same: a list whose pages are numbered leaves out rows while others are
 * removed. @throws ImportRefused if it never is
 */
export async function steadyList<T>(
  name: string,
  read: () => AsyncIterable<T>,
  idOf: (row: T) => string | undefined,
): Promise<ReadonlyMap<string, T>> {
  let last: ReadonlyMap<string, T> | undefined
  for (let readings = 0; readings < readingsAtMost; readings += 1) {
    const rows = new Map<string, T>()
    for await (const row of read()) {
      const id = idOf(row)
      if (id !== undefined) rows.set(id, row)
    }
    if (last !== undefined && isSame(rows, last)) return rows
    last = rows
  }
  throw new ImportRefused(
    `${name} was different in each of ${readingsAtMost} readings, so that nobody knows who is missing. Nothing was changed; the next run tries again.`,
  )
}

/** Whether two readings have the same ids. */
export function isSame(one: Keyed, other: Keyed): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id))
}

type Keyed = { size: number; keys: () => Iterable<string>; has: (id: string) => boolean }
