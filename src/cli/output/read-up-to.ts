import { MusterError } from '../../../sdk/src/index.ts'
import { showWork } from './progress.ts'

/** The first rows of a list, and whether it has more than `limit`. */
export async function readUpTo<Row>(
  list: AsyncIterable<Row>,
  limit: number,
  label: string,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  return showWork(label, async (report) => {
    const rows: Row[] = []
    for await (const row of list) {
      if (rows.length === limit) return { rows, hasMore: true }
      rows.push(row)
      report(`${rows.length} rows`)
    }
    return { rows, hasMore: false }
  })
}

/** What is read; undefined on a 403, because the right to make a change does not include the right to read its effect. */
export async function ifAllowed<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MusterError && error.status === 403) return undefined
    throw error
  }
}
