import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../database/database.ts'
import type { AnySelect } from './filters.ts'

/**
 * A table that can be read in an order that says nothing of what is in its rows, by a hash of their id: an index
 * `(uuid_hash(id), id) include (search_text)`, where `search_text` is null if it is too long for an index. `id`: under the name
 * that it has in a list.
 */
export type ScatteredTable = {
  table: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** What is searched for: `isOne` of a row of the list whose `search_text` contains the text. */
type Wanted = { text: string; isOne: RawBuilder<boolean> }

/** Rows that a search finds, in scattered order. */
export type ScatteredRows = {
  /** Whether a list's query has so many that a page is soon found along that order. Rare ones are not noticed. */
  areMany<Row>(query: AnySelect<Row>): Promise<boolean>
  /** The found rows of a list's query from a position on: one more than the page has, if there are. */
  page<Row extends { id: string }>(
    query: AnySelect<Row>,
    page: { size: number; backwards: boolean; position: Position | undefined },
  ): Promise<(Row & { scatter: number })[]>
}

type Position = [scatter: string, id: string]

/** Fewer are sorted as the list is. */
const many = 1000
/** With so many of a sample, a page is found among some 50,000 rows of the index. */
const enough = 4
const mostSampled = 4000
/** So many of the sample's matches are tested by the list's own query. */
const tested = 200
/** So many ids are read at once where the query of the list drops most of them. */
const mostAtOnce = 5000

export function scatteredRows(
  db: Reader,
  { table, id }: ScatteredTable,
  { text, isOne }: Wanted,
): ScatteredRows {
  /** Of a table with `many` matches the sample has about `enough`. */
  const sampleSize = sql`(
    select greatest(${sql.lit(mostSampled / 10)}, least(${sql.lit(mostSampled)}, reltuples * ${sql.lit(enough)} / ${sql.lit(many)}))::integer
    from pg_class where oid = (select tableoid from ${table} limit 1))`
  const mayBe = sql`(s.search_text is null or strpos(s.search_text, search_key(${text}::text)) > 0)`

  async function readIds(position: Position | undefined, backwards: boolean, limit: number) {
    const [comparison, order] = backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const beyond =
      position &&
      sql`(uuid_hash(s.id), s.id) ${comparison} (${position[0]}::integer, ${position[1]}::uuid)`
    const { rows } = await sql<{ id: string; scatter: number }>`
      select s.id, uuid_hash(s.id) as scatter from ${table} s where ${mayBe} and ${beyond ?? sql`true`}
      order by uuid_hash(s.id) ${order}, s.id ${order} limit ${limit}`.execute(db)
    return rows
  }

  return {
    async areMany<Row>(query: AnySelect<Row>) {
      const { rows } = await sql<{ matches: number; share: number; some: string[] }>`
        select (max(scatter)::float8 + 2147483649) / 4294967296 as share,
          count(*) filter (where ${mayBe})::int as matches,
          coalesce((array_agg(id) filter (where ${mayBe}))[:${sql.lit(tested)}], '{}') as some
        from (select id, uuid_hash(id) as scatter, search_text from ${table}
          order by uuid_hash(id), id limit ${sampleSize}) s`.execute(db)
      const { matches, share, some } = rows[0] ?? { matches: 0, share: 1, some: [] }
      if (matches < enough || matches / share <= many) return false
      const found = await query
        .where(sql<boolean>`${id} = any (${some}::uuid[])`)
        .where(isOne)
        .clearSelect()
        .select(sql`1`.as('one'))
        .execute()
      const expected = (matches * found.length) / some.length
      return expected >= enough && expected / share > many
    },
    async page<Row extends { id: string }>(
      query: AnySelect<Row>,
      {
        size,
        backwards,
        position,
      }: { size: number; backwards: boolean; position: Position | undefined },
    ) {
      const found: (Row & { scatter: number })[] = []
      let from = position
      for (let limit = size + 1; ; limit = Math.min(limit * 4, mostAtOnce)) {
        const read = await readIds(from, backwards, limit)
        const isRead = sql<boolean>`${id} = any (${read.map((each) => each.id)}::uuid[])`
        const rows = await query.where(isRead).where(isOne).execute()
        const byId = new Map(rows.map((row) => [row.id, row]))
        for (const each of read) {
          const row = byId.get(each.id)
          if (row !== undefined) found.push({ ...row, scatter: each.scatter })
        }
        const last = read.at(-1)
        if (last === undefined || read.length < limit || found.length > size)
          return found.slice(0, size + 1)
        from = [String(last.scatter), last.id]
      }
    },
  }
}
