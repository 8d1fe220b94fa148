import { sql, type RawBuilder } from 'kysely'
import { plannedOnce } from '../../database/statement-marks.ts'
import { badRequest } from '../refusals/problem.ts'
import type { ReadContext } from '../route/route.ts'
import { readCursor, signCursor } from './cursor.ts'
import type { AnySelect } from './filters.ts'

export const defaultPageSize = 50
export const maximumPageSize = 500

type OrderedField = {
  key: string
  expression: RawBuilder<unknown>
  type: 'text' | 'timestamptz' | 'integer' | 'bigint' | 'uuid'
}

/** One field that a list can be sorted by, never null. `key` is its name in the row. Ties are broken by `tie`, or the id. */
export type SortField = OrderedField & { tie?: OrderedField }

/** The sorts of a list by their names, as a request gives them. */
export type Sorts = Readonly<Record<string, SortField>>

type SortColumn = readonly [
  type: OrderedField['type'],
  expression: RawBuilder<unknown>,
  key?: string,
]

/** Sorts by columns. A row has each under the name of the sort, or under `key`. */
export function sortFields(columns: Readonly<Record<string, SortColumn>>): Sorts {
  return Object.fromEntries(
    Object.entries(columns).map(([name, [type, expression, key = name]]) => [
      name,
      { key, expression, type },
    ]),
  )
}

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

/** Reads the page's parameters; 400 for those that are none. */
export function readPage(
  context: ReadContext,
  { sorts, defaultSort, found }: { sorts: Sorts; defaultSort: string; found?: object | undefined },
): Page {
  const query = parameters(context)
  const size = Number(query['page[size]'] ?? defaultPageSize)
  if (size > maximumPageSize)
    throw badRequest(`The query parameter page[size] must be at most ${maximumPageSize}.`)
  const name = query['sort'] ?? defaultSort
  const sort = sorts[name.replace(/^-/, '')]
  if (sort === undefined)
    throw badRequest(`The query parameter sort must be one of ${Object.keys(sorts).join(', ')}.`)
  const { 'page[after]': after, 'page[before]': before } = query
  if (after !== undefined && before !== undefined)
    throw badRequest('Give page[after] or page[before], not both.')
  const asked = Object.entries(query)
    .filter(([key]) => !isOfPage(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const isRanked = query['sort'] === undefined && found !== undefined
  const order = isRanked ? 'ranked' : name
  const purpose = JSON.stringify([context.operation, context.params, order, sort.key, asked])
  const cursor = after ?? before
  return {
    size,
    purpose,
    sort,
    descending: name.startsWith('-'),
    isRanked,
    backwards: before !== undefined,
    hasOnePlan:
      asked.every(([key]) => /^filter\[(?:\w+_)?search\]$/.test(key)) &&
      Object.keys(context.params).length === 0,
    position:
      cursor === undefined ? undefined : readCursor(context.services.cursorKey, purpose, cursor),
  }
}

/** Does not choose the rows of the list: `include` adds to them, and the sort is bound by its name, given or not. */
function isOfPage(key: string): boolean {
  return key.startsWith('page[') || key === 'sort' || key === 'include'
}

function parameters(context: ReadContext): Record<string, string | undefined> {
  // The route's query schema has checked it: an object of strings.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return context.query as Record<string, string | undefined>
}

/**
 * The links of a page. `near`: the row that it begins with, as it is read, and `far` the one that it ends with, if there may be
 * more beyond it.
 */
export function linksAround<Row extends { id: string }>(
  context: ReadContext,
  page: Page,
  { near, far }: { near: Row | undefined; far: Row | undefined },
) {
  const first = page.position === undefined ? undefined : near
  const [prev, next] = page.backwards ? [far, first] : [first, far]
  const cursor = (row: Row | undefined) =>
    row && signCursor(context.services.cursorKey, page.purpose, positionOf(page, row))
  return {
    self: context.services.publicOrigin + context.requestUrl,
    next: pageUrl(context, 'page[after]', cursor(next)),
    prev: pageUrl(context, 'page[before]', cursor(prev)),
  }
}

function pageUrl(context: ReadContext, name: string, cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const url = new URL(context.services.publicOrigin + context.requestUrl)
  url.searchParams.delete('page[after]')
  url.searchParams.delete('page[before]')
  url.searchParams.set(name, cursor)
  return url.href
}
