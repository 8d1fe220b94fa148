import { ImportRefused } from '../records/record-source.ts'
import { isSame } from './steady-list.ts'

/** A list of a source, of which a first reading is over. */
export type ConfirmedList<T> = {
  /** What the list is called in a message. */
  name: string
  /** Known before, and not in the first reading. */
  missing: readonly string[]
  /** The ids of the first reading. Those that are found are added. */
  seen: Set<string>
  read: () => AsyncIterable<T>
  idOf: (row: T) => string | undefined
  /** One by its id; null if the source says that there is none. */
  find: ((id: string) => Promise<T | null>) | undefined
  /** So many are asked for one by one. */
  fewAtMost: number
  /** Only after two readings were the same, where `find` may err as a list does. */
  readsTwice?: boolean
}

const readingsAtMost = 6

/**
 * No one is taken away on the word of one list: it may have left out rows between two pages. What is missing is asked for one by one,
 * or, where that is not possible or there is too much of it, until two readings of the list are the same.
 * @returns the rows that were found after all
 * @throws ImportRefused if that can't be found out
 */
export async function* confirmMissing<T>(list: ConfirmedList<T>): AsyncGenerator<T> {
  let { missing } = list
  let last: ReadonlySet<string> = new Set(list.seen)
  for (let readings = 1; missing.length > 0; readings += 1) {
    if (list.readsTwice !== true && missing.length <= list.fewAtMost && list.find !== undefined)
      return yield* findEach(list, missing)
    if (readings >= readingsAtMost) throw new ImportRefused(explainUnsteady(list.name))
    const ids = new Set<string>()
    for await (const row of list.read()) {
      const id = list.idOf(row)
      if (id === undefined) continue
      ids.add(id)
      if (list.seen.has(id)) continue
      list.seen.add(id)
      yield row
    }
    missing = missing.filter((id) => !list.seen.has(id))
    if (isSame(ids, last))
      return missing.length <= list.fewAtMost ? yield* findEach(list, missing) : undefined
    last = ids
  }
}

async function* findEach<T>(
  { find, seen }: ConfirmedList<T>,
  missing: readonly string[],
): AsyncGenerator<T> {
  for (const id of missing) {
    // Sources limit how much is asked at a time.
    const row = (await find?.(id)) ?? null
    if (row === null || seen.has(id)) continue
    seen.add(id)
    yield row
  }
}

function explainUnsteady(name: string): string {
  return `${name} was different in each of ${readingsAtMost} readings, so that nobody knows who is missing. Nothing was changed; the next run tries again.`
}
