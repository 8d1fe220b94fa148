import { sql, type RawBuilder } from 'kysely'
import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { plannedOnce } from '../database/statement-names.ts'
import { readCursor, signCursor } from './cursor.ts'
import { flagFilter, whereAll, type AnySelect } from './filters.ts'
import { badRequest } from './problem.ts'
import type { ReadContext } from './route.ts'
import type { ScatteredRows } from './scattered-rows.ts'
import { Nullable, Shape } from './schema.ts'

export const defaultPageSize = 50
export const maximumPageSize = 500
const maximumTotal = 10_000

type OrderedField = {
  key: string
  expression: RawBuilder<unknown>
  type: 'text' | 'timestamptz' | 'integer' | 'bigint' | 'uuid'
}

/** One field that a list can be sorted by, never null. `key` is its name in the row. Ties are broken by `tie`, or the id. */
export type SortField = OrderedField & { tie?: OrderedField }

/** The query parameters of a list: its filters by their names without `filter[…]`, the sorts to choose from, and the page. */
export function listQuery<F extends TProperties>(
  filters: F,
  sorts: Readonly<Record<string, SortField>> = {},
): TObject {
  const names = Object.keys(sorts)
  const named = Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => [`filter[${name}]`, Type.Optional(schema)]),
  )
  return Shape({
    ...named,
    ...(names.length === 0
      ? {}
      : { sort: Type.Optional(Type.Enum(names.flatMap((name) => [name, `-${name}`]))) }),
    'page[size]': Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,2}$',
        description: `1 to ${maximumPageSize}, by default ${defaultPageSize}`,
      }),
    ),
    'page[after]': Type.Optional(Type.String({ maxLength: 2000 })),
    'page[before]': Type.Optional(Type.String({ maxLength: 2000 })),
    'page[total]': Type.Optional(flagFilter(`Adds meta.total, which stops at ${maximumTotal}`)),
  })
}

/** True where the query asks for that order, either way. */
export function sortsBy(query: Readonly<Record<string, unknown>>, name: string): boolean {
  return query['sort'] === name || query['sort'] === `-${name}`
}

/** The response shape of a list. */
export function ListOf(item: TSchema) {
  return Shape({
    data: Type.Array(item, { maxItems: maximumPageSize }),
    links: Shape({
      self: Type.String(),
      next: Nullable(Type.String()),
      prev: Nullable(Type.String()),
    }),
    meta: Shape({
      page_size: Type.Integer({ minimum: 1, maximum: maximumPageSize, examples: [50] }),
      total: Type.Optional(Type.Integer({ minimum: 0, maximum: maximumTotal, examples: [120] })),
      total_is_capped: Type.Optional(Type.Boolean()),
    }),
  })
}

/** What a list needs beside its rows' query. */
export type ListSpec<Row, Item> = {
  sorts: Record<string, SortField>
  defaultSort: string
  /** The id column that breaks ties where the sort has no other `tie`. */
  id: RawBuilder<unknown>
  /** What a search finds, if there is one. */
  found?: Found | undefined
  present(row: Row): Item
}

/** What a search finds. */
export type Found = {
  /** What comes first where the request doesn't sort. The rows of the ranks are among all that are found. */
  ranks: readonly Rank[]
  /** The condition on all rows that are found, if the query does not have it. It may cost more than the ranks of a page. */
  all?: () => Promise<RawBuilder<boolean>>
  /** The same rows in another order, for very many that no rank has. */
  scattered?: ScatteredRows
}

/** Rows that come before the others, in the order of the list, or in one of their own. */
export type Rank = { isOne: RawBuilder<boolean>; sort?: SortField }

/** What a search of a short table begins with: a text of these is exactly what `filter[name]` has; undefined without one. */
export function exactFirst(
  query: Readonly<Record<string, unknown>>,
  name: string,
  texts: readonly RawBuilder<unknown>[],
): Found | undefined {
  const text = query[`filter[${name}]`]
  if (typeof text !== 'string') return undefined
  const key = sql`search_key(${text.trim()}::text)`
  const found = texts.map((each) => sql`coalesce(search_key(${each}) = ${key}, false)`)
  return { ranks: [{ isOne: sql<boolean>`(${sql.join(found, sql` or `)})` }] }
}

/**
 * One page of a query by keyset: stable while rows come and go, at a cost that does not grow with the page's number.
 * The query selects its columns, `id` among them, and filters; this adds order, position and limit.
 */
export async function listPage<Row extends { id: string }, Item>(
  context: ReadContext,
  query: AnySelect<Row>,
  spec: ListSpec<Row, Item>,
) {
  const page = readPage(context, spec)
  const { found, id } = spec
  const all = async () => {
    const condition = await found?.all?.()
    return condition === undefined ? query : query.where(condition)
  }
  if (!page.isRanked || found === undefined) {
    const rows = await pageQuery(await all(), page, id).execute()
    const { data, ...rest } = await listed(context, page, { rows, all })
    return { ...rest, data: data.map((row) => spec.present(row)) }
  }
  const rows = await rankedRows(page, { query, all, found, id })
  const { data, ...rest } = await listed(context, { ...page, sort: byRank(id) }, { rows, all })
  return { ...rest, data: data.map(({ row }) => spec.present(row)) }
}

type RankedRow<Row> = { id: string; match: string; tie: string; row: Row }
type Ranked<Row> = {
  query: AnySelect<Row>
  all: () => Promise<AnySelect<Row>>
  found: Found
  id: RawBuilder<unknown>
}

/** `match` begins with the number of the row's rank. */
function byRank(id: RawBuilder<unknown>): SortField {
  return {
    key: 'match',
    expression: id,
    type: 'text',
    tie: { key: 'tie', expression: id, type: 'uuid' },
  }
}

/** The order of rows that are read scattered. */
const byScatter: SortField = { key: 'scatter', expression: sql`scatter`, type: 'integer' }

/**
 * The rows of the page and one more, rank by rank, and at last the others that are found. Their number is that of the ranks in
 * the order of the list, and the next one scattered.
 */
async function rankedRows<Row extends { id: string }>(
  page: Page,
  { query, all, found: { ranks, scattered }, id }: Ranked<Row>,
): Promise<RankedRow<Row>[]> {
  const [lastValue = '', lastTie = ''] = page.position ?? []
  const begin = page.position === undefined ? undefined : Number(lastValue.slice(0, 1))
  const first = begin === undefined ? undefined : Math.min(begin, ranks.length)
  const places = Array.from({ length: ranks.length + 1 }, (_, place) => place)
  const rows: RankedRow<Row>[] = []
  for (const place of page.backwards ? places.reverse() : places) {
    const isBefore = first !== undefined && (page.backwards ? place > first : place < first)
    if (isBefore || rows.length > page.size) continue
    const position: Page['position'] = place === first ? [lastValue.slice(1), lastTie] : undefined
    const earlier = ranks.slice(0, place).map((each) => sql<boolean>`(${each.isOne}) is not true`)
    const { isOne, sort } = ranks[place] ?? {}
    const isScattered =
      place === ranks.length &&
      begin !== ranks.length &&
      (begin === ranks.length + 1 || (await scattered?.areMany(whereAll(query, earlier))) === true)
    if (scattered !== undefined && isScattered) {
      const part = { ...page, position, sort: byScatter }
      const found = await scattered.page(whereAll(query, earlier), part)
      rows.push(...numbered(place + 1, part, found))
    } else {
      const part = { ...page, position, ...(sort !== undefined && { sort, descending: false }) }
      const some = whereAll(isOne === undefined ? await all() : query, [isOne, ...earlier])
      const selected = sort === undefined ? some : some.select(sort.expression.as(sort.key))
      rows.push(...numbered(place, part, await pageQuery(selected, part, id).execute()))
    }
  }
  return rows
}

function numbered<Row extends { id: string }>(number: number, page: Page, rows: readonly Row[]) {
  return rows.map((row): RankedRow<Row> => {
    const [value, tie] = positionOf(page, row)
    return { id: row.id, match: `${number}${value}`, tie, row }
  })
}

/** The answer of a page, from its rows as {@link pageQuery} returns them, and the query of `all` rows of the list. */
export async function listed<Row extends { id: string }>(
  context: ReadContext,
  page: Page,
  { rows, all }: { rows: readonly Row[]; all: () => Promise<AnySelect<unknown>> },
) {
  const more = rows.length > page.size
  const data = rows.slice(0, page.size)
  if (page.backwards) data.reverse()
  return {
    data,
    links: pageLinks(context, page, data, more),
    meta: { page_size: page.size, ...(await total(context, all)) },
  }
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

/** Reads the page's parameters; 400 for those that are none. */
export function readPage(
  context: ReadContext,
  spec: Pick<ListSpec<never, unknown>, 'sorts' | 'defaultSort' | 'found'>,
): Page {
  const query = parameters(context)
  const size = Number(query['page[size]'] ?? defaultPageSize)
  if (size > maximumPageSize)
    throw badRequest(`The query parameter page[size] must be at most ${maximumPageSize}.`)
  const name = query['sort'] ?? spec.defaultSort
  const sort = spec.sorts[name.replace(/^-/, '')]
  if (sort === undefined)
    throw badRequest(
      `The query parameter sort must be one of ${Object.keys(spec.sorts).join(', ')}.`,
    )
  const { 'page[after]': after, 'page[before]': before } = query
  if (after !== undefined && before !== undefined)
    throw badRequest('Give page[after] or page[before], not both.')
  const asked = Object.entries(query)
    .filter(([key]) => !isOfPage(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const isRanked = query['sort'] === undefined && spec.found !== undefined
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

/** Others are parameters, because each makes a statement of its own. */
const statedSizes: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 200, 500])

/** The rows from the page's position on, in its direction: one more than its size. */
export function pageQuery<Row>(
  query: AnySelect<Row>,
  page: Page,
  id: RawBuilder<unknown>,
): AnySelect<Row> {
  const direction = page.descending === page.backwards ? 'asc' : 'desc'
  const { sort } = page
  const tie = sort.tie ?? { expression: id, type: 'uuid' }
  const limit = page.size + 1
  const sorted = query.orderBy(sort.expression, direction).orderBy(tie.expression, direction)
  // Of a limit that is a parameter PostgreSQL expects a tenth of the table, and plans for that.
  const ordered =
    page.hasOnePlan && statedSizes.has(page.size)
      ? sorted.limit(sql.lit(limit)).modifyEnd(sql.raw(plannedOnce))
      : sorted.limit(limit)
  if (page.position === undefined) return ordered
  const [value, lastTie] = page.position
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  return ordered.where(
    sql<boolean>`(${sort.expression}, ${tie.expression}) ${comparison} (${value}::${sql.raw(sort.type)}, ${lastTie}::${sql.raw(tie.type)})`,
  )
}

function pageLinks<Row extends { id: string }>(
  context: ReadContext,
  page: Page,
  shown: readonly Row[],
  more: boolean,
) {
  const hasNext = page.backwards || more
  const hasPrevious = page.backwards ? more : page.position !== undefined
  return linksAround(context, page, {
    prev: hasPrevious ? shown[0] : undefined,
    next: hasNext ? shown.at(-1) : undefined,
  })
}

/** The links of a page: the next one begins after the row `next`, the one before it ends at the row `prev`. */
export function linksAround<Row extends { id: string }>(
  context: ReadContext,
  page: Page,
  { prev, next }: { prev: Row | undefined; next: Row | undefined },
) {
  const cursor = (row: Row | undefined) =>
    row && signCursor(context.services.cursorKey, page.purpose, positionOf(page, row))
  return {
    self: context.services.publicOrigin + context.requestUrl,
    next: pageUrl(context, 'page[after]', cursor(next)),
    prev: pageUrl(context, 'page[before]', cursor(prev)),
  }
}

/** The position of a row in the order of its list. */
export function positionOf({ sort }: Page, row: { id: string }): [value: string, tie: string] {
  return [sortValue(row, sort.key), sort.tie === undefined ? row.id : sortValue(row, sort.tie.key)]
}

function sortValue(row: object, key: string): string {
  const value: unknown = Reflect.get(row, key)
  return value instanceof Date ? value.toISOString() : String(value)
}

function pageUrl(context: ReadContext, name: string, cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const url = new URL(context.services.publicOrigin + context.requestUrl)
  url.searchParams.delete('page[after]')
  url.searchParams.delete('page[before]')
  url.searchParams.set(name, cursor)
  return url.href
}

/** Whether a page is asked for with how many there are in all. */
export function asksTotal(query: unknown): boolean {
  return typeof query === 'object' && query !== null && Reflect.get(query, 'page[total]') === 'true'
}

async function total<Row>(context: ReadContext, all: () => Promise<AnySelect<Row>>) {
  if (!asksTotal(context.query)) return {}
  const query = await all()
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(maximumTotal + 1)
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from (${counted}) as counted`.execute(context.db)
  const found = rows[0]?.total ?? 0
  return { total: Math.min(found, maximumTotal), total_is_capped: found > maximumTotal }
}
