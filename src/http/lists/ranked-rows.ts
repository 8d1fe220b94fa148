import { sql, type RawBuilder } from 'kysely'
import { whereAll, type AnySelect, type Conditions } from './filters.ts'
import { orderOf, pageQuery, positionOf, whereBeyond, type Page, type SortField } from './page.ts'
import type { ScatteredRows } from './scattered-rows.ts'

/** What a search finds. */
export type Found = {
  /** What comes first where the request doesn't sort. The rows of the ranks are among all that are found. */
  ranks: readonly Rank[]
  /** The condition on all rows that are found, if the query does not have it. It may cost more than the ranks of a page. */
  all?: () => Promise<RawBuilder<boolean>>
  /** Where all of them can be told by what they contain. */
  others?: Others
}

/** The rows that a search finds, for those that no rank has. */
export type Others = {
  /** The condition on them, which an index finds. */
  contain: RawBuilder<boolean>
  /** A quick test that each row of a rank with an order of its own passes. */
  mayLead: RawBuilder<boolean>
  /** The same rows in another order, for very many. */
  scattered: ScatteredRows
}

/** Rows that come before the others, in the order of the list, or in one of their own. `isEmpty`: there are none. */
export type Rank = { isOne: RawBuilder<boolean>; sort?: SortField; isEmpty?: boolean }

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

/** A row with its place in the order of the ranks. */
export type RankedRow<Row> = Row & { match: string; tie: string }
type Ranked<Row> = {
  query: AnySelect<Row>
  all: () => Promise<AnySelect<Row>>
  found: Found
  id: RawBuilder<unknown>
}

/** `match` begins with the number of the row's rank. */
export function byRank(id: RawBuilder<unknown>): SortField {
  return {
    key: 'match',
    expression: id,
    type: 'text',
    tie: { key: 'tie', expression: id, type: 'uuid' },
  }
}

/**
 * The rows of the page and one more, rank by rank, and at last the others that are found. Their number is that of the ranks in
 * the order of the list, and the next one scattered.
 */
export async function rankedRows<Row extends { id: string }>(
  page: Page,
  ranked: Ranked<Row>,
): Promise<RankedRow<Row>[]> {
  const { ranks } = ranked.found
  const [lastValue = '', lastTie = ''] = page.position ?? []
  const begin = page.position === undefined ? undefined : Number(lastValue.slice(0, 1))
  const first = begin === undefined ? undefined : Math.min(begin, ranks.length)
  const places = Array.from({ length: ranks.length + 1 }, (_, place) => place)
  const rows: RankedRow<Row>[] = []
  for (const place of page.backwards ? places.reverse() : places) {
    const isBefore = first !== undefined && (page.backwards ? place > first : place < first)
    if (isBefore || rows.length > page.size) continue
    const position: Page['position'] = place === first ? [lastValue.slice(1), lastTie] : undefined
    const part = { ...page, position }
    const read =
      place < ranks.length ? readRank(part, ranked, place) : readOthers(part, ranked, begin)
    rows.push(...(await read))
  }
  return rows
}

async function readRank<Row extends { id: string }>(
  page: Page,
  { query, found: { ranks }, id }: Ranked<Row>,
  place: number,
): Promise<RankedRow<Row>[]> {
  const { isOne, sort, isEmpty } = ranks[place] ?? {}
  if (isEmpty === true) return []
  const part = { ...page, ...(sort !== undefined && { sort, descending: false }) }
  const earlier = noneOf(ranks.slice(0, place))
  const some = whereAll(query, [isOne, ...earlier])
  const selected = sort === undefined ? some : some.select(sort.expression.as(sort.key))
  return numbered(place, part, await pageQuery(selected, part, id).execute())
}

/** `begin`: the number that the page's position begins with. A walk that has come to the others keeps their order. */
async function readOthers<Row extends { id: string }>(
  page: Page,
  { query, all, found: { ranks, others }, id }: Ranked<Row>,
  begin: number | undefined,
): Promise<RankedRow<Row>[]> {
  const none = noneOf(ranks, others?.mayLead)
  const place = ranks.length
  if (others === undefined) {
    const rest = whereAll(await all(), none)
    return numbered(place, page, await pageQuery(rest, page, id).execute())
  }
  const rest = whereAll(query, none)
  if (begin === place + 1) return inScatter(place + 1, await others.scattered.page(rest, page))
  const first = begin === place ? null : await others.scattered.first(rest, page)
  if (first !== null) return inScatter(place + 1, first)
  const few = pageOfFew(query, [others.contain, ...none], page, id)
  return numbered(place, page, await few.execute())
}

function noneOf(ranks: readonly Rank[], mayLead?: RawBuilder<boolean>): RawBuilder<boolean>[] {
  return ranks
    .filter(({ isEmpty }) => isEmpty !== true)
    .map(({ isOne, sort }) => {
      const tests = sort === undefined || mayLead === undefined ? [isOne] : [mayLead, isOne]
      return sql<boolean>`(${sql.join(tests, sql` and `)}) is not true`
    })
}

/**
 * As {@link pageQuery} of the rows that meet the conditions. All of these are found before they are sorted, without what the page
 * shows of them.
 */
function pageOfFew<Row>(
  query: AnySelect<Row>,
  conditions: Conditions,
  page: Page,
  id: RawBuilder<unknown>,
) {
  const { sort, tie, direction } = orderOf(page, id)
  const keys = whereBeyond(whereAll(query, conditions).clearSelect(), page, id).select([
    id.as('id'),
    sort.expression.as('sort_key'),
    tie.expression.as('tie_key'),
  ])
  const order = sql.raw(direction)
  // In a part of its own: PostgreSQL would rather walk along all rows in the order of the page.
  const ids = sql`with found as materialized (${keys})
    select id from found order by sort_key ${order}, tie_key ${order} limit ${page.size + 1}`
  const shown = query.where(sql<boolean>`${id} = any (array(${ids}))`)
  return pageQuery(shown, { ...page, position: undefined }, id)
}

function numbered<Row extends { id: string }>(number: number, page: Page, rows: readonly Row[]) {
  return rows.map((row): RankedRow<Row> => {
    const [value, tie] = positionOf(page, row)
    return { ...row, match: `${number}${value}`, tie }
  })
}

/** The place of rows in scattered order follows from their id. */
function inScatter<Row extends { id: string }>(number: number, rows: readonly Row[]) {
  return rows.map((row): RankedRow<Row> => ({ ...row, match: `${number}${row.id}`, tie: row.id }))
}
