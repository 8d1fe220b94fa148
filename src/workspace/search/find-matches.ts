import { sql, type RawBuilder } from 'kysely'
import { decodeId, type IdKind } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { beginsWith, containsText, hasTrigram } from '../../http/lists/filters.ts'
import type { SearchedRecords } from '../../http/lists/search.ts'

/** A kind of record that can be searched. Its expressions are over the tables of `from`. */
export type Searchable = Omit<SearchedRecords, 'keys'> & {
  kind: IdKind
  /** What a search finds from its first character on, for which records, and what may follow an exact match. */
  keys: readonly { key: RawBuilder<unknown>; where?: RawBuilder<unknown>; ending?: string }[]
  /** The name that orders equally good matches. */
  name: RawBuilder<unknown>
  isVisible: RawBuilder<unknown>
}

/** `key`: the name as it orders matches, blind to case and accents. */
type Match = { id: string; key: string }
type Wanted = { text: string; limit: number }

/** Of records that only contain the text, so many are read and the first of them by name shown. */
const maximumContaining = 200

/**
 * The uuids of at most `limit` records of one kind: first what is called exactly so, then what begins with the text, then what
 * contains it, and by name. The cost does not depend on how many records there are, or how many match.
 */
export async function findMatches(
  db: Reader,
  searchables: readonly Searchable[],
  { text, limit }: Wanted,
): Promise<string[]> {
  const byId = await findById(db, searchables, text)
  if (byId.length > 0) return byId
  const first = await findBeginning(db, searchables, { text, limit })
  if (first.length >= limit || !hasTrigram(text)) return first
  const others: Match[] = []
  for (const each of searchables)
    others.push(...(await findContaining(db, each, { text, limit, first })))
  others.sort((a, b) => (a.key < b.key || (a.key === b.key && a.id < b.id) ? -1 : 1))
  return [...new Set([...first, ...others.map(({ id }) => id)])].slice(0, limit)
}

async function findById(
  db: Reader,
  searchables: readonly Searchable[],
  text: string,
): Promise<string[]> {
  for (const { kind, from, id, isVisible } of searchables) {
    const wanted = decodeId(kind, text)
    if (wanted === undefined) return []
    const { rows } = await sql<{ id: string }>`
      select ${id} as id from ${from} where ${id} = ${wanted}::uuid and ${isVisible}`.execute(db)
    if (rows.length > 0) return rows.map((row) => row.id)
  }
  return []
}

/** The first of each index in its order, so that what is exactly the text is among them. */
async function findBeginning(
  db: Reader,
  searchables: readonly Searchable[],
  wanted: Wanted,
): Promise<string[]> {
  const ranges = searchables.flatMap((each) => [...rangesOf(each, wanted), ...known(each, wanted)])
  const { rows } = await sql<Match>`
    select id, key from (${sql.join(ranges, sql` union all `)}) found
    group by id, key order by min(rank), key collate "C", id limit ${wanted.limit}`.execute(db)
  return rows.map((row) => row.id)
}

function rangesOf({ from, id, keys, name, isVisible }: Searchable, { text, limit }: Wanted) {
  return keys.flatMap(({ key, where = sql`true`, ending }) => {
    const range = (begin: string, rank: RawBuilder<unknown>) => sql`(
      select ${id} as id, ${rank} as rank, search_key(${name}) as key
      from ${from} where ${beginsWith(key, begin)} and ${where} and ${isVisible}
      order by (${key}) collate "C", ${id} limit ${limit})`
    const others = range(text, sql`case when ${key} = search_key(${text}) then 0 else 1 end`)
    return ending === undefined ? [others] : [range(text + ending, sql`0`), others]
  })
}

function known({ from, id, known, name, isVisible }: Searchable, { text, limit }: Wanted) {
  return (known?.(text) ?? []).map(
    ({ ids }) => sql`(
      select ${id} as id, 0 as rank, search_key(${name}) as key
      from ${from} where ${id} in (select * from (${ids}) few limit ${maximumContaining}) and ${isVisible}
      order by ${id} limit ${limit})`,
  )
}

async function findContaining(
  db: Reader,
  { from, id, contains, name, isVisible }: Searchable,
  { text, limit, first }: Wanted & { first: readonly string[] },
): Promise<Match[]> {
  // Materialized, it is planned to be read to its end, and read only as far as it is needed.
  const { rows } = await sql<Match>`
    with found as materialized (
      select ${id} as id, search_key(${name}) as key from ${from}
      where ${containsText(contains, text)} and ${isVisible} and ${id} <> all (${first}::uuid[]))
    select id, key from (select * from found limit ${maximumContaining}) read order by key collate "C", id limit ${limit}`.execute(
    db,
  )
  return rows
}
