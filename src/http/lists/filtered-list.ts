import type { AnySelect } from './filters.ts'
import { linksAround, pagesOf, readPage, type ListSpec, type Pages } from './list.ts'
import { positionOf } from './page.ts'
import type { ReadContext } from '../route/route.ts'

const batchSize = 1000

/** A list whose rows only code can pick, from candidates that SQL finds. */
export type SiftedSpec<Row, Item> = Omit<ListSpec<Row, Item>, 'present'> & {
  /** How many candidates one request looks at before it answers with what it has found. */
  maximumCandidates: number
  /** The item of each row, in the order of the rows; undefined for one that is not in the list. */
  sift(rows: readonly Row[]): Promise<readonly (Item | undefined)[]>
}

type MatchedRow<Row, Item> = { row: Row; item: Item }

/**
 * One page of such a list: candidates are read by keyset and filtered, batch after batch, until the page is full or
 * as many as the spec allows have been tested. Then the page is short, or even empty, and `next` continues from
 * there.
 */
export async function filteredPage<Row extends { id: string }, Item>(
  context: ReadContext,
  query: AnySelect<Row>,
  spec: SiftedSpec<Row, Item>,
) {
  const pages = pagesOf(readPage(context, spec), query, spec)
  const { page } = pages
  const { found, nearest, furthest } = await walk(pages, spec)
  const isFull = found.length > page.size
  const shown = found.slice(0, page.size)
  const far = isFull ? shown.at(-1)?.row : furthest
  const near = page.position === undefined ? undefined : (shown[0]?.row ?? nearest)
  if (page.backwards) shown.reverse()
  return {
    data: shown.map(({ item }) => item),
    links: linksAround(
      context,
      page,
      page.backwards ? { prev: far, next: near } : { prev: near, next: far },
    ),
    meta: { page_size: page.size },
  }
}

type Walk<Row, Item> = {
  found: MatchedRow<Row, Item>[]
  /** The first candidate that was looked at. */
  nearest: Row | undefined
  /** The last one, if there may be more behind it. */
  furthest: Row | undefined
}

async function walk<Row extends { id: string }, Item>(
  { page, read }: Pick<Pages<Row>, 'page' | 'read'>,
  { sift, maximumCandidates }: Pick<SiftedSpec<Row, Item>, 'sift' | 'maximumCandidates'>,
): Promise<Walk<Row, Item>> {
  const found: MatchedRow<Row, Item>[] = []
  let nearest: Row | undefined
  let furthest: Row | undefined
  for (let looked = 0; looked < maximumCandidates && found.length <= page.size;) {
    const position = furthest === undefined ? page.position : positionOf(page, furthest)
    const rows = await read({ ...page, position, size: batchSize - 1 })
    const items = await sift(rows)
    for (const [index, row] of rows.entries()) {
      const item = items[index]
      if (item !== undefined) found.push({ row, item })
    }
    nearest ??= rows[0]
    looked += rows.length
    furthest = rows.at(-1)
    if (furthest === undefined || rows.length < batchSize)
      return { found, nearest, furthest: undefined }
  }
  return { found, nearest, furthest }
}
