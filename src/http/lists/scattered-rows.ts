import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { plannedOnce } from '../../database/statement-marks.ts'
import type { AnySelect } from './filters.ts'
import type { Page } from './page.ts'

/**
 * A table that can be read in an order that says nothing of what is in its rows, by a hash of their id: an index
 * `(uuid_hash(id), id) include (search_text)`, where `search_text` is null if it is too long for an index. A second index finds
 * what contains a text in a part of that order: `gin (… gin_trgm_ops, (uuid_hash(id) >> 26))`. `from` and `id`: under the names
 * that they have in a list.
 */
export type ScatteredTable = {
  table: RawBuilder<unknown>
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** What is searched for: a row of `from` may `contain` the text by the index, and `isOne` of a list by its `search_text`. */
type Wanted = { text: string; contain: RawBuilder<boolean>; isOne: RawBuilder<boolean> }

/** Rows that a search finds, in scattered order. */
export type ScatteredRows = {
  /**
   * The first found rows of a list's query, one more than the page has if there are, where it has so many that they are soon found
   * along that order; null where it has few. Rare ones are not noticed.
   */
  first<Row extends { id: string }>(query: AnySelect<Row>, page: FirstPage): Promise<Row[] | null>
  /** The found rows of a list's query beyond the id of a position: one more than the page has, if there are. */
  page<Row extends { id: string }>(query: AnySelect<Row>, page: ScatteredPage): Promise<Row[]>
}

type FirstPage = Pick<Page, 'size' | 'hasOnePlan'>
type ScatteredPage = FirstPage & Pick<Page, 'backwards' | 'position'>

/**
 * Fewer than `many` are sorted as the list is. With `enough` matches in a sample of a table of `fewRows` rows it has so many. With a
 * `dense` sample, a page of a larger table is soon found along the order; otherwise it is found part by part.
 */
type Sizes = { many: number; enough: number; fewRows: number; dense: number }
const usual: Sizes = { many: 1000, enough: 4, fewRows: 100_000, dense: 10 }
const sampled = 400
/** The order in parts: the hash without its last 26 bits. */
const parts = { first: -32, count: 64 } as const
/** So many of the sample's matches are tested by the list's own query, where it has filters. */
const tested = 200
/** So many ids are read at once where the query of the list drops most of them. */
const mostAtOnce = 5000

export function scatteredRows(
  db: Reader,
  table: ScatteredTable,
  wanted: Wanted,
  sizes: Sizes = usual,
): ScatteredRows {
  const { text } = wanted
  // In a select of its own the key is worked out once, and not for each row.
  const mayBe = sql<boolean>`(s.search_text is null or strpos(s.search_text, (select search_key(${text}::text))) > 0)`
  const search = { db, ...table, ...wanted, ...sizes, mayBe }
  return {
    first: (query, page) => readFirst(search, query, page),
    page: (query, page) => readPage(search, query, page),
  }
}

/** A search of a table. `mayBe`: a row `s` of it may be found. */
type Search = ScatteredTable & Wanted & Sizes & { db: Reader; mayBe: RawBuilder<boolean> }

async function readFirst<Row extends { id: string }>(
  search: Search,
  query: AnySelect<Row>,
  page: FirstPage,
): Promise<Row[] | null> {
  const { fewRows, dense, enough, many } = search
  const { matches, share, total, ids, idsOfPart } = await readSample(search, page)
  if (total > fewRows && matches < dense) return firstByParts(search, query, page, idsOfPart)
  const last = ids.at(-1)
  if (matches < enough || matches / share <= many || last === undefined) return null
  const found = await rowsOf(search, query, ids, page)
  const expected = (matches * found.length) / ids.length
  if (expected < enough || expected / share <= many) return null
  const size = page.size - found.length
  if (size < 0) return found.slice(0, page.size + 1)
  const rest: ScatteredPage = { ...page, size, backwards: false, position: [last, last] }
  return [...found, ...(await readPage(search, query, rest))]
}

async function readPage<Row extends { id: string }>(
  search: Search,
  query: AnySelect<Row>,
  page: ScatteredPage,
): Promise<Row[]> {
  const { size, backwards, position } = page
  const found: Row[] = []
  let last = position?.[1]
  for (let limit = size + 1; ; limit = Math.min(limit * 4, mostAtOnce)) {
    const ids = await readIds(search, { last, backwards, limit })
    found.push(...(await rowsOf(search, query, ids, page)))
    last = ids.at(-1)
    if (ids.length < limit || found.length > size) return found.slice(0, size + 1)
  }
}

type PartOfOrder = { last: string | undefined; backwards: boolean; limit: number }

/** The ids that may be found, from the one after `last` on. */
async function readIds(
  { db, table, mayBe }: Search,
  { last, backwards, limit }: PartOfOrder,
): Promise<string[]> {
  const [comparison, order] = backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const beyond =
    last === undefined
      ? sql`true`
      : sql`(uuid_hash(s.id), s.id) ${comparison} (uuid_hash(${last}::uuid), ${last}::uuid)`
  const { rows } = await sql<{ id: string }>`
    select s.id from ${table} s where ${mayBe} and ${beyond}
    order by uuid_hash(s.id) ${order}, s.id ${order} limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** The rows of these ids that the list's query has, in their order. */
async function rowsOf<Row extends { id: string }>(
  { id, isOne }: Search,
  query: AnySelect<Row>,
  ids: readonly string[],
  { hasOnePlan }: FirstPage,
): Promise<Row[]> {
  const read = query.where(sql<boolean>`${id} = any (${ids}::uuid[])`).where(isOne)
  const rows = await (hasOnePlan ? read.modifyEnd(sql.raw(plannedOnce)) : read).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((each) => byId.get(each) ?? [])
}

/** The ids of what may be found in these parts of the order. */
function foundIn({ id, from, contain }: Search, wanted: RawBuilder<unknown>) {
  return sql`
    select ${id} as id, uuid_hash(${id}) as scatter from ${from}
    where ${contain} and (uuid_hash(${id}) >> 26) = any (${wanted})`
}

/** What may be found in `count` parts of the order, from the one `at` (0 for the first) on. */
async function readParts(search: Search, at: number, count: number): Promise<string[]> {
  const wanted = Array.from({ length: count }, (_, more) => parts.first + at + more)
  const { rows } = await sql<{ id: string }>`
    with found as materialized (${foundIn(search, sql`${wanted}::integer[]`)})
    select id from found order by scatter, id ${sql.raw(plannedOnce)}`.execute(search.db)
  return rows.map((row) => row.id)
}

/** The first rows of a large table with few matches in its sample; null if it has few altogether. */
async function firstByParts<Row extends { id: string }>(
  search: Search,
  query: AnySelect<Row>,
  page: FirstPage,
  matches: string[],
): Promise<Row[] | null> {
  const { many } = search
  const { size } = page
  if (matches.length * parts.count <= many) return null
  const some = matches.splice(0, mostTested(page))
  const found = await rowsOf(search, query, some, page)
  const expected = ((some.length + matches.length) * found.length) / some.length
  if (expected * parts.count <= many) return null
  for (let at = 1; found.length <= size && (matches.length > 0 || at < parts.count);) {
    if (matches.length === 0) {
      const count = Math.min(parts.count - at, Math.ceil((size + 1 - found.length) / expected))
      matches.push(...(await readParts(search, at, count)))
      at += count
    }
    found.push(...(await rowsOf(search, query, matches.splice(0, mostAtOnce), page)))
  }
  return found.slice(0, size + 1)
}

async function readSample(search: Search, page: FirstPage): Promise<Sample> {
  const { db, table, mayBe, fewRows, dense } = search
  const { rows } = await sql<Sample>`
    with taken as materialized (
      select (max(scatter)::float8 + 2147483649) / 4294967296 as share,
        coalesce((select reltuples from pg_class where oid = (select tableoid from ${table} limit 1)), 0) as total,
        count(*) filter (where may_be)::int as matches,
        coalesce((array_agg(id) filter (where may_be))[:${mostTested(page)}], '{}') as ids
      from (select s.id, uuid_hash(s.id) as scatter, ${mayBe} as may_be from ${table} s
        order by uuid_hash(s.id), s.id limit ${sql.lit(sampled)}) sample)
    select taken.*, part.ids as "idsOfPart"
    from taken cross join lateral (
      select coalesce(array_agg(id order by scatter, id), '{}') as ids
      from (${foundIn(search, sql`array[${sql.lit(parts.first)}]`)}
        and taken.total > ${sql.lit(fewRows)} and taken.matches < ${sql.lit(dense)}) found) part
    ${sql.raw(plannedOnce)}`.execute(db)
  return rows[0] ?? { matches: 0, share: 1, total: 0, ids: [], idsOfPart: [] }
}

/** How many of the sample's matches the list's own query tests. */
function mostTested({ size, hasOnePlan }: FirstPage): number {
  return hasOnePlan ? size + 1 : Math.max(size + 1, tested)
}

/** The beginning of the order: which `share` of it that is, and what may be found there and in the first part. */
type Sample = {
  matches: number
  share: number
  total: number
  ids: string[]
  idsOfPart: string[]
}
