import { sql, type RawBuilder } from 'kysely'
import { plannedOnce } from '../../database/statement-names.ts'
import type { AnySelect } from './filters.ts'

type OrderedField = {
  key: string
  expression: RawBuilder<unknown>
  type: 'text' | 'timestamptz' | 'integer' | 'bigint' | 'uuid'
}

/** One field that a list can be sorted by, never null. `key` is its name in the row. Ties are broken by `tie`, or the id. */
export type SortField = OrderedField & { tie?: OrderedField }

/** Which page a request asks for. */
export type Page = {
  size: number
  /** What a cursor is good for: this list, with these filters and this sort. */
  purpose: string
  sort: SortField
  descending: boolean
  backwards: boolean
  position: [value: string, tie: string] | undefined
  /** The request has a search and doesn't sort. The position then begins with the number of the rank. */
  isRanked: boolean
  /** One plan is the best for all values of the request: nothing is filtered, or only by a search, which finds ids first. */
  hasOnePlan: boolean
}

/** Others are parameters, because each makes a statement of its own. */
const statedSizes: ReadonlySet<number> = new Set([5, 10, 20, 25, 50, 100, 200, 500])

/** The rows from the page's position on, in its direction: one more than its size. */
export function pageQuery<Row>(
  query: AnySelect<Row>,
  page: Page,
  id: RawBuilder<unknown>,
): AnySelect<Row> {
  const { sort, tie, direction } = orderOf(page, id)
  const limit = page.size + 1
  const sorted = whereBeyond(query, page, id)
    .orderBy(sort.expression, direction)
    .orderBy(tie.expression, direction)
  // Of a limit that is a parameter PostgreSQL expects a tenth of the table, and plans for that.
  return page.hasOnePlan && statedSizes.has(page.size)
    ? sorted.limit(sql.lit(limit)).modifyEnd(sql.raw(plannedOnce))
    : sorted.limit(limit)
}

/** What a page is ordered by, and which way it is read. */
export function orderOf({ sort, descending, backwards }: Page, id: RawBuilder<unknown>) {
  const tie = sort.tie ?? ({ expression: id, type: 'uuid' } as const)
  return { sort, tie, direction: descending === backwards ? 'asc' : 'desc' } as const
}

/** The rows beyond the position of the page, in its direction. */
export function whereBeyond<Row>(query: AnySelect<Row>, page: Page, id: RawBuilder<unknown>) {
  if (page.position === undefined) return query
  const { sort, tie, direction } = orderOf(page, id)
  const [value, lastTie] = page.position
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  return query.where(
    sql<boolean>`(${sort.expression}, ${tie.expression}) ${comparison} (${value}::${sql.raw(sort.type)}, ${lastTie}::${sql.raw(tie.type)})`,
  )
}

/** The position of a row in the order of its list. */
export function positionOf({ sort }: Page, row: { id: string }): [value: string, tie: string] {
  return [sortValue(row, sort.key), sort.tie === undefined ? row.id : sortValue(row, sort.tie.key)]
}

function sortValue(row: object, key: string): string {
  const value: unknown = Reflect.get(row, key)
  return value instanceof Date ? value.toISOString() : String(value)
}
