import { sql, type RawBuilder } from 'kysely'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { flagFilter, whereAll, type AnySelect, type Conditions } from './filters.ts'
import { listFilters, type ListFilter } from './list-filters.ts'
import {
  defaultPageSize,
  linksAround,
  maximumPageSize,
  pageQuery,
  positionOf,
  readPage,
  type Page,
  type Sorts,
} from './page.ts'
import { byRank, rankedRows, type Found } from './ranked-rows.ts'
import type { ParamKinds, ReadContext } from '../route/route.ts'
import { Nullable, Shape } from '../shapes/schema.ts'

const maximumTotal = 10_000

/** The query parameters of a list: its filters by their names without `filter[…]`, the sorts to choose from, and the page. */
export function listQuery<F extends TProperties>(filters: F, sorts: Sorts = {}): TObject {
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
  sorts: Sorts
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

/** The context of a list: its query is an object of strings. */
export type ListContext = ReadContext<ParamKinds, Record<string, unknown>>

type ListDeclaration<Row, Item extends TSchema> = {
  item: Item
  filters?: Readonly<Record<string, ListFilter>>
  /** Filters that `found` reads. */
  searches?: Readonly<Record<string, TSchema>>
  /** What the query takes besides filters, sorts and pages. */
  parameters?: TProperties
  /** The sorts that the query offers. */
  sorts?: Sorts
  /** The order of a list that no query asks for. */
  order?: Sorts
  /** A sort or an order; it may depend on what the caller may see. */
  defaultSort: string | ((context: ListContext) => string)
  /** The id column that breaks ties. */
  id: RawBuilder<unknown>
  /** The rows that the list has, without what its filters and its caller leave out. */
  rows: (context: ListContext) => AnySelect<Row>
  found?: (context: ListContext) => Found | undefined | Promise<Found | undefined>
  present: (row: Row, context: ListContext) => Static<Item>
}

/**
 * Declares a list once: `query` and `response` are those of its route, and `page` answers with the rows that meet the filters of
 * the request and `only` these conditions.
 */
export function declareList<Row extends { id: string }, Item extends TSchema>({
  item,
  filters = {},
  searches,
  parameters,
  rows,
  found,
  present,
  sorts = {},
  order,
  defaultSort,
  id,
}: ListDeclaration<Row, Item>) {
  const { schemas, conditions } = listFilters(filters)
  const { properties } = listQuery({ ...schemas, ...searches }, sorts)
  return {
    query: Shape({ ...properties, ...parameters }),
    response: ListOf(item),
    async page(context: ListContext, ...only: Conditions) {
      return listPage(context, whereAll(rows(context), [...only, ...conditions(context)]), {
        sorts: { ...sorts, ...order },
        defaultSort: typeof defaultSort === 'string' ? defaultSort : defaultSort(context),
        id,
        found: await found?.(context),
        present: (row) => present(row, context),
      })
    },
  }
}

/** How the pages of a list are read. `page`: the first one, with the order that positions are in. */
type Pages<Row> = {
  page: Page
  /** As {@link pageQuery}. */
  read: (page: Page) => Promise<Row[]>
  all: () => Promise<AnySelect<Row>>
}

/** There are two ways: by the order of the list, or rank by rank where it is searched and not sorted. */
function pagesOf<Row extends { id: string }>(
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
  const read = rows.slice(0, page.size)
  const far = rows.length > page.size ? read.at(-1) : undefined
  return {
    data: inOrder(page, read),
    links: linksAround(context, page, { near: read[0], far }),
    meta: { page_size: page.size, ...(await total(context, all)) },
  }
}

/** A list whose rows only code can pick, from candidates that SQL finds. */
export type PostFilteredSpec<Row, Item> = Omit<ListSpec<Row, Item>, 'present'> & {
  /** How many candidates one request looks at before it answers with what it has found. */
  maximumCandidates: number
  /** The item of each row, in the order of the rows; undefined for one that is not in the list. */
  filter(rows: readonly Row[]): Promise<readonly (Item | undefined)[]>
}

const batchSize = 1000

/**
 * One page of such a list: candidates are read and filtered, batch after batch, until the page is full or as many as the spec
 * allows have been tested. Then the page is short, or even empty, and `next` continues from there.
 */
export async function postFilteredPage<Row extends { id: string }, Item>(
  context: ReadContext,
  query: AnySelect<Row>,
  spec: PostFilteredSpec<Row, Item>,
) {
  const { page, read } = pagesOf(readPage(context, spec), query, spec)
  const found: { row: Row; item: Item }[] = []
  let nearest: Row | undefined
  let furthest: Row | undefined
  for (let looked = 0; looked < spec.maximumCandidates && found.length <= page.size;) {
    const position = furthest === undefined ? page.position : positionOf(page, furthest)
    const rows = await read({ ...page, position, size: batchSize - 1 })
    const items = await spec.filter(rows)
    for (const [index, row] of rows.entries()) {
      const item = items[index]
      if (item !== undefined) found.push({ row, item })
    }
    nearest ??= rows[0]
    looked += rows.length
    furthest = rows.length < batchSize ? undefined : rows.at(-1)
    if (furthest === undefined) break
  }
  const shown = found.slice(0, page.size)
  const far = found.length > page.size ? shown.at(-1)?.row : furthest
  return {
    data: inOrder(page, shown).map(({ item }) => item),
    links: linksAround(context, page, { near: shown[0]?.row ?? nearest, far }),
    meta: { page_size: page.size },
  }
}

/** Rows are read away from the position, and shown in the order of the list. */
function inOrder<Row>({ backwards }: Page, rows: readonly Row[]): readonly Row[] {
  return backwards ? rows.toReversed() : rows
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
