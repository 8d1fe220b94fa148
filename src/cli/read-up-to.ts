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
