import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { plannedOnce } from '../../database/statement-names.ts'
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
  first<Row extends { id: string }>(
    query: AnySelect<Row>,
    page: Pick<Page, 'size' | 'hasOnePlan'>,
  ): Promise<ScatteredRow<Row>[] | null>
  /** The found rows of a list's query from a position on: one more than the page has, if there are. */
  page<Row extends { id: string }>(
    query: AnySelect<Row>,
    page: ScatteredPage,
  ): Promise<ScatteredRow<Row>[]>
}

type ScatteredPage = Pick<Page, 'size' | 'hasOnePlan' | 'backwards' | 'position'>
type ScatteredRow<Row> = Row & { scatter: number }
type Place = { id: string; scatter: number }
type Position = NonNullable<Page['position']>

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
  { table, from, id }: ScatteredTable,
  { text, contain, isOne }: Wanted,
  { many, enough, fewRows, dense }: Sizes = usual,
): ScatteredRows {
  // In a select of its own the key is worked out once, and not for each row.
  const mayBe = sql`(s.search_text is null or strpos(s.search_text, (select search_key(${text}::text))) > 0)`

  async function readIds(position: Position | undefined, backwards: boolean, limit: number) {
    const [comparison, order] = backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const beyond =
      position &&
      sql`(uuid_hash(s.id), s.id) ${comparison} (${position[0]}::integer, ${position[1]}::uuid)`
    const { rows } = await sql<Place>`
      select s.id, uuid_hash(s.id) as scatter from ${table} s where ${mayBe} and ${beyond ?? sql`true`}
      order by uuid_hash(s.id) ${order}, s.id ${order} limit ${limit}`.execute(db)
    return rows
  }

  /** The rows of these places that the list's query has, in their order. */
  async function rowsAt<Row extends { id: string }>(
    query: AnySelect<Row>,
    places: readonly Place[],
    { hasOnePlan }: Pick<Page, 'hasOnePlan'>,
  ) {
    const isRead = sql<boolean>`${id} = any (${places.map((place) => place.id)}::uuid[])`
    const read = query.where(isRead).where(isOne)
    const rows = await (hasOnePlan ? read.modifyEnd(sql.raw(plannedOnce)) : read).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return places.flatMap((place): ScatteredRow<Row>[] => {
      const row = byId.get(place.id)
      return row === undefined ? [] : [{ ...row, scatter: place.scatter }]
    })
  }

  async function readPage<Row extends { id: string }>(
    query: AnySelect<Row>,
    { size, backwards, position, hasOnePlan }: ScatteredPage,
  ) {
    const found: ScatteredRow<Row>[] = []
    let from = position
    for (let limit = size + 1; ; limit = Math.min(limit * 4, mostAtOnce)) {
      const read = await readIds(from, backwards, limit)
      found.push(...(await rowsAt(query, read, { hasOnePlan })))
      const last = read.at(-1)
      if (last === undefined || read.length < limit || found.length > size)
        return found.slice(0, size + 1)
      from = positionAt(last)
    }
  }

  /** What may be found in these parts of the order, as a query of `id` and `scatter`. */
  const foundIn = (wanted: RawBuilder<unknown>) => sql`
    select ${id} as id, uuid_hash(${id}) as scatter from ${from}
    where ${contain} and (uuid_hash(${id}) >> 26) = any (${wanted})`

  /** What may be found in `count` parts of the order, from the one `at` (0 for the first) on. */
  async function readParts(at: number, count: number) {
    const wanted = Array.from({ length: count }, (_, more) => parts.first + at + more)
    const { rows } = await sql<Place>`
      with found as materialized (${foundIn(sql`${wanted}::integer[]`)})
      select id, scatter from found order by scatter, id ${sql.raw(plannedOnce)}`.execute(db)
    return rows
  }

  /** The first rows of a large table with few matches in its sample; null if it has few altogether. */
  async function firstByParts<Row extends { id: string }>(
    query: AnySelect<Row>,
    { size, hasOnePlan }: Pick<Page, 'size' | 'hasOnePlan'>,
    matches: Place[],
  ) {
    if (matches.length * parts.count <= many) return null
    const some = matches.splice(0, hasOnePlan ? size + 1 : Math.max(size + 1, tested))
    const found = await rowsAt(query, some, { hasOnePlan })
    const expected = ((some.length + matches.length) * found.length) / some.length
    if (expected * parts.count <= many) return null
    for (let at = 1; found.length <= size && (matches.length > 0 || at < parts.count);) {
      if (matches.length === 0) {
        const count = Math.min(parts.count - at, Math.ceil((size + 1 - found.length) / expected))
        matches.push(...(await readParts(at, count)))
        at += count
      }
      found.push(...(await rowsAt(query, matches.splice(0, mostAtOnce), { hasOnePlan })))
    }
    return found.slice(0, size + 1)
  }

  return {
    async first<Row extends { id: string }>(
      query: AnySelect<Row>,
      { size, hasOnePlan }: Pick<Page, 'size' | 'hasOnePlan'>,
    ) {
      const most = hasOnePlan ? size + 1 : Math.max(size + 1, tested)
      const { rows } = await sql<Sample>`
        with taken as materialized (
          select (max(scatter)::float8 + 2147483649) / 4294967296 as share,
            coalesce((select reltuples from pg_class where oid = (select tableoid from ${table} limit 1)), 0) as total,
            count(*) filter (where may_be)::int as matches,
            coalesce((array_agg(id) filter (where may_be))[:${most}], '{}') as ids,
            coalesce((array_agg(scatter) filter (where may_be))[:${most}], '{}') as scatters
          from (select s.id, uuid_hash(s.id) as scatter, ${mayBe} as may_be from ${table} s
            order by uuid_hash(s.id), s.id limit ${sql.lit(sampled)}) sample)
        select taken.*, part.ids as part_ids, part.scatters as part_scatters
        from taken cross join lateral (
          select coalesce(array_agg(id order by scatter, id), '{}') as ids,
            coalesce(array_agg(scatter order by scatter, id), '{}') as scatters
          from (${foundIn(sql`array[${sql.lit(parts.first)}]`)}
            and taken.total > ${sql.lit(fewRows)} and taken.matches < ${sql.lit(dense)}) found) part
        ${sql.raw(plannedOnce)}`.execute(db)
      const { matches, share, total, ids, scatters, part_ids, part_scatters } = rows[0] ?? nothing
      if (total > fewRows && matches < dense)
        return firstByParts(query, { size, hasOnePlan }, placesOf(part_ids, part_scatters))
      if (matches < enough || matches / share <= many) return null
      const some = placesOf(ids, scatters)
      const found = await rowsAt(query, some, { hasOnePlan })
      const expected = (matches * found.length) / some.length
      if (expected < enough || expected / share <= many) return null
      const last = some.at(-1)
      if (found.length > size || last === undefined) return found.slice(0, size + 1)
      const rest = { size: size - found.length, backwards: false, position: positionAt(last) }
      return [...found, ...(await readPage(query, { ...rest, hasOnePlan }))]
    },
    page: readPage,
  }
}

type Sample = {
  matches: number
  share: number
  total: number
  ids: string[]
  scatters: number[]
  part_ids: string[]
  part_scatters: number[]
}

const nothing: Sample = {
  matches: 0,
  share: 1,
  total: 0,
  ids: [],
  scatters: [],
  part_ids: [],
  part_scatters: [],
}

function placesOf(ids: readonly string[], scatters: readonly number[]): Place[] {
  return ids.map((id, at) => ({ id, scatter: scatters[at] ?? 0 }))
}

function positionAt({ id, scatter }: Place): Position {
  return [String(scatter), id]
}
