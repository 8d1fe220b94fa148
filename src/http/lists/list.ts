import { sql, type RawBuilder } from 'kysely'
import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { readCursor, signCursor } from './cursor.ts'
import { flagFilter, type AnySelect } from './filters.ts'
import { pageQuery, positionOf, type Page, type SortField } from './page.ts'
import { badRequest } from '../refusals/problem.ts'
import { byRank, rankedRows, type Found } from './ranked-rows.ts'
import type { ReadContext } from '../route/route.ts'
import { Nullable, Shape } from '../shapes/schema.ts'

export const defaultPageSize = 50
export const maximumPageSize = 500
const maximumTotal = 10_000

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

/**
 * One page of a query by keyset: stable while rows come and go, at a cost that does not grow with the page's number.
 * The query selects its columns, `id` among them, and filters; this adds order, position and limit.
 */
export async function listPage<Row extends { id: string }, Item>(
  context: ReadContext,
  query: AnySelect<Row>,
  spec: ListSpec<Row, Item>,
) {
  const { page, read, all } = pagesOf(readPage(context, spec), query, spec)
  const { data, ...rest } = await listed(context, page, { rows: await read(page), all })
  return { ...rest, data: data.map((row) => spec.present(row)) }
}

/** How the pages of a list are read. `page`: the first one, with the order that positions are in. */
export type Pages<Row> = {
  page: Page
  /** As {@link pageQuery}. */
  read: (page: Page) => Promise<Row[]>
  all: () => Promise<AnySelect<Row>>
}

/** By the order of the list, or rank by rank where it is searched and not sorted. */
export function pagesOf<Row extends { id: string }>(
  page: Page,
  query: AnySelect<Row>,
  { id, found }: Pick<ListSpec<Row, unknown>, 'id' | 'found'>,
): Pages<Row> {
  const all = async () => {
    const condition = await found?.all?.()
    return condition === undefined ? query : query.where(condition)
  }
  if (!page.isRanked || found === undefined)
    return { page, read: async (part) => pageQuery(await all(), part, id).execute(), all }
  const { sort } = page
  return {
    page: { ...page, sort: byRank(id) },
    read: (part) => rankedRows({ ...part, sort }, { query, all, found, id }),
    all,
  }
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
