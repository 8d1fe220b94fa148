import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { plannedForValues } from '../../database/statement-marks.ts'
import { beginsWith, containsText, hasTrigram, lastCharacter, patternOf } from './filters.ts'
import type { SortField } from './page.ts'
import type { Found, Rank } from './ranked-rows.ts'
import { amongRows, lookUp, type RowSet } from './row-set.ts'
import { scatteredRows, type ScatteredTable } from './scattered-rows.ts'

/** The expression of an index by bytes, in which a beginning is a range. */
export type SearchedKey = {
  key: RawBuilder<unknown>
  /** Which records the index has, if not all of them. */
  where?: RawBuilder<unknown>
  /** What may follow the text where it is exactly so. */
  ending?: string
  /** What begins with the text comes before what only contains it. The index has all records. */
  leads?: boolean
}

/** Where a search looks. Its expressions are over the tables of `from`, and have indexes where these can be large. */
export type SearchedRecords = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  keys: readonly SearchedKey[]
  /** What contains any other text. */
  contains: RawBuilder<unknown>
  /** What is found by the text to the letter, besides what contains it. */
  known?: (text: string) => readonly RowSet[]
  /** The table, if it is one that can be read scattered. */
  table?: ScatteredTable['table']
}

type Records = readonly [SearchedRecords, ...SearchedRecords[]]

/**
 * What a search finds in a list, whose tables are those of all `records` under their names; undefined without a text. What is
 * exactly the text comes first, then what begins with it, in the order of each index that `leads`. A page of very many is then
 * a part of an index.
 */
export async function foundRows(
  db: Reader,
  records: Records,
  sent: unknown,
): Promise<Found | undefined> {
  if (typeof sent !== 'string') return undefined
  const text = wantedText(sent)
  const exact = await lookUp(db, records[0].id, {
    ...exactRows(records, text),
    hasOnePlan: true,
  })
  const begins = records.flatMap((each) =>
    each.keys
      .filter(({ leads }) => leads)
      .map(({ key }) => beginning(key, text))
      .map(({ isOne, sort }) => ({
        isOne: sql<boolean>`(${isOne} and ${isFound(each, text)})`,
        sort,
      })),
  )
  const [first, ...more] = records
  return {
    ranks: [exact, ...begins],
    all: onlyOnce(() => matching(db, records, text)),
    ...(more.length === 0 && others(db, first, text)),
  }
}

/** What is exactly the text, as a search finds it. */
export function exactRows(records: Records, text: string): RowSet {
  return anyOfSets(records, (each) => [
    ...rowsWith(each, exactly(each, text)),
    ...(each.known?.(text) ?? []),
  ])
}

/**
 * What contains the text, in `field` if there is one, for {@link Found}. What a rank's order is by is a part of what a row
 * contains, after a space or at its beginning.
 */
export function others(
  db: Reader,
  { table, from, id, contains }: Pick<SearchedRecords, 'table' | 'from' | 'id' | 'contains'>,
  text: string,
  field?: RawBuilder<unknown>,
): Pick<Found, 'others'> {
  if (table === undefined || !hasTrigram(text)) return {}
  const places = field === undefined ? [contains] : [contains, field]
  const isOne = everyOf(places.map((place) => includes(place, text)))
  // In selects of their own these are worked out once, and not for each row.
  const pattern = sql`(select ${patternOf(text)})`
  const firstWord = sql`(select ' ' || split_part(search_key(${text}::text), ' ', 1))`
  const contain = everyOf(places.map((place) => sql`${place} like ${pattern}`))
  return {
    others: {
      contain,
      mayLead: sql<boolean>`strpos(' ' || ${contains}, ${firstWord}) > 0`,
      scattered: scatteredRows(db, { table, from, id }, { text, contain, isOne }),
    },
  }
}

function everyOf(tests: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`(${sql.join(tests, sql` and `)})`
}

type OrderedRank = Rank & { sort: SortField }

/** What begins with the text, in the order of the index of `key`. */
export function beginning(key: RawBuilder<unknown>, text: string): OrderedRank {
  const sort = { key: 'key', expression: sql`(${key}) collate "C"`, type: 'text' } as const
  return { isOne: beginsWith(key, text), sort }
}

/**
 * Where the field is exactly the text, and where it begins with it, in the order of the index of `key`. The field is the key, or
 * what the key begins with, up to a space.
 */
export function inOrderOf(
  { key, where = sql`true` }: SearchedKey,
  text: string,
  field?: RawBuilder<unknown>,
): [exact: OrderedRank, begins: OrderedRank] {
  const { isOne, sort } = beginning(key, text)
  const begins = field === undefined ? sql`true` : likely(beginsWith(field, text))
  const rank = (is: RawBuilder<unknown>) => ({ isOne: sql<boolean>`(${is} and ${where})`, sort })
  return [rank(exactlyInOrder(key, text, field)), rank(sql`(${isOne} and ${begins})`)]
}

function exactlyInOrder(key: RawBuilder<unknown>, text: string, field?: RawBuilder<unknown>) {
  const wanted = sql`search_key(${text}::text)`
  const bytes = sql`(${key}) collate "C"`
  if (field === undefined) return sql`${bytes} = ${wanted}`
  return sql`(${bytes} >= ${wanted} and ${bytes} < ${wanted} || ' ' || ${lastCharacter}
    and ${likely(sql`${field} = ${wanted}`)})`
}

/** PostgreSQL expects half of the rows to be so, and reads them in order. It would expect few, read the whole range and sort it. */
function likely(is: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${is} then true else false end`
}

/** Only what is exactly the text comes first, and then the list's order: for some of the records, which no index of names has. */
export function onlyExactFirst(found: Found | undefined): Found | undefined {
  if (found === undefined) return undefined
  const { others: _others, ranks, ...all } = found
  return { ...all, ranks: ranks.slice(0, 1) }
}

/** Several searches of one list: rows are found by all of them, and what is exactly the text of one comes first. */
export function foundByAll(searches: readonly Found[]): Found | undefined {
  const [first, ...more] = searches
  if (first === undefined || more.length === 0) return first
  const exact = searches.flatMap(({ ranks: [rank] }) => rank ?? [])
  const isOne = sql.join(
    exact.map((rank) => rank.isOne),
    sql` or `,
  )
  return {
    ranks: [
      { isOne: sql<boolean>`(${isOne})`, isEmpty: exact.every(({ isEmpty }) => isEmpty === true) },
    ],
    all: onlyOnce(async () => {
      const all = await Promise.all(searches.flatMap((each) => each.all?.() ?? []))
      return sql<boolean>`(${sql.join(all, sql` and `)})`
    }),
  }
}

/**
 * Contains the text, in `field` if there is one. The rows are found by an index first: PostgreSQL would rather walk along all of
 * them in the order of the page, because it expects to meet them evenly spread.
 */
export function matching(
  db: Reader,
  records: Records,
  text: string,
  field?: RawBuilder<unknown>,
): Promise<RawBuilder<boolean>> {
  const inField = field === undefined ? undefined : containsText(field, text)
  const sets = anyOfSets(records, (each) => {
    const found = conditions(each, text)
    if (inField === undefined) return [...rowsWith(each, found), ...(each.known?.(text) ?? [])]
    return rowsWith(
      each,
      found.map((is) => sql<boolean>`(${is} and ${inField})`),
    )
  })
  return amongRows(db, records[0].id, sets)
}

/** Without the spaces around it, unless it has nothing else. */
export function wantedText(sent: string): string {
  return sent.trim() || sent
}

/** Reads at most once, when it is first asked for. */
export function onlyOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => (known ??= read())
}

/** What is exactly the text: a key of it, or one of its usual ending. */
function exactly(records: SearchedRecords, text: string) {
  const found = isFound(records, text)
  return records.keys.flatMap(({ key, where = sql`true`, ending }) => {
    const isKey = sql`(${key}) collate "C" = search_key(${text}::text)`
    const places = ending === undefined ? [isKey] : [isKey, beginsWith(key, text + ending)]
    return places.map((is) => sql<boolean>`(${is} and ${where} and ${found})`)
  })
}

/** Of a row that an index of a key found: a key may be of another order than what contains the text, as last name and first name. */
function isFound({ contains }: SearchedRecords, text: string): RawBuilder<unknown> {
  return hasTrigram(text) ? includes(contains, text) : sql`true`
}

/** As containsText, of a row that is read anyway. */
function includes(key: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return sql`strpos(${key}, search_key(${text}::text)) > 0`
}

/** The rows of any of the sets. */
function anyOfSets(records: Records, setsOf: (each: SearchedRecords) => readonly RowSet[]): RowSet {
  const sets = records.flatMap(setsOf)
  const ids = sql.join(
    sets.map((each) => each.ids),
    sql` union all `,
  )
  const isOne = sql.join(
    sets.map((each) => each.isOne),
    sql` or `,
  )
  return {
    // Materialized, it is planned to be read to its end, and read only as far as it is needed.
    ids: sql`with found as materialized (${ids}) select id from found`,
    isOne: sql<boolean>`(${isOne} ${sql.raw(plannedForValues)})`,
  }
}

function rowsWith({ id, from }: SearchedRecords, conditions: readonly RawBuilder<boolean>[]) {
  return conditions.map((isOne) => ({
    ids: sql`select ${id} as id from ${from} where ${isOne}`,
    isOne,
  }))
}

function conditions({ keys, contains }: SearchedRecords, text: string): RawBuilder<boolean>[] {
  if (hasTrigram(text)) return [containsText(contains, text)]
  return keys.map(
    ({ key, where = sql`true` }) => sql<boolean>`(${beginsWith(key, text)} and ${where})`,
  )
}
