import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../database/database.ts'
import { plannedForValues } from '../database/statement-names.ts'
import { beginsWith, containsText, hasTrigram } from './filters.ts'
import { amongRows } from './rows-among.ts'

/** Where a search looks. Its expressions are over the tables of `from`, and have indexes where these can be large. */
export type SearchedRecords = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /**
   * What begins with a text in which an index of trigrams finds nothing, for which records, and what may follow the text where
   * it is exactly so.
   */
  keys: readonly { key: RawBuilder<unknown>; where?: RawBuilder<unknown>; ending?: string }[]
  /** What contains any other text. */
  contains: RawBuilder<unknown>
}

type Records = readonly [SearchedRecords, ...SearchedRecords[]]

/**
 * What a search requires of a row, in which the tables of all `records` are under their names; undefined without a text.
 * The rows are found by an index first: PostgreSQL would rather walk along all of them in the order of the page, because
 * it expects to meet them evenly spread.
 */
export async function searchedRows(
  db: Reader,
  records: Records,
  text: unknown,
  /** Where the text must be as well, if not anywhere. */
  field?: RawBuilder<unknown>,
): Promise<RawBuilder<boolean> | undefined> {
  if (typeof text !== 'string') return undefined
  const inField = field === undefined ? undefined : containsText(field, text)
  return among(db, records, (each) =>
    conditions(each, text).map((is) => (inField === undefined ? is : sql`(${is} and ${inField})`)),
  )
}

/** What is exactly the text of a search, of a row as in {@link searchedRows}: by an index. */
export async function exactRows(
  db: Reader,
  records: Records,
  text: unknown,
): Promise<RawBuilder<boolean> | undefined> {
  if (typeof text !== 'string') return undefined
  return among(db, records, (each) => exactly(each, text), { hasOnePlan: true })
}

/** What is exactly the text: a key of it, or one of its usual ending. */
function exactly({ keys }: Pick<SearchedRecords, 'keys'>, sent: string) {
  const text = sent.trim()
  return keys.flatMap(({ key, where = sql`true`, ending }) => {
    const isKey = sql<boolean>`((${key}) collate "C" = search_key(${text}::text) and ${where})`
    return ending === undefined
      ? [isKey]
      : [isKey, sql<boolean>`(${beginsWith(key, text + ending)} and ${where})`]
  })
}

function among(
  db: Reader,
  records: Records,
  conditionsOf: (each: SearchedRecords) => RawBuilder<boolean>[],
  { hasOnePlan = false } = {},
): Promise<RawBuilder<boolean>> {
  const [{ id }] = records
  const found = records.flatMap((each) =>
    conditionsOf(each).map((isOne) => ({
      ids: sql`select ${each.id} as id from ${each.from} where ${isOne}`,
      isOne,
    })),
  )
  const ids = sql.join(
    found.map((each) => each.ids),
    sql` union all `,
  )
  const isOne = sql.join(
    found.map((each) => each.isOne),
    sql` or `,
  )
  return amongRows(db, id, {
    // Materialized, it is planned to be read to its end, and read only as far as it is needed.
    ids: sql`with found as materialized (${ids}) select id from found`,
    isOne: sql<boolean>`(${isOne} ${sql.raw(plannedForValues)})`,
    hasOnePlan,
  })
}

function conditions({ keys, contains }: SearchedRecords, text: string): RawBuilder<boolean>[] {
  if (hasTrigram(text)) return [containsText(contains, text)]
  return keys.map(
    ({ key, where = sql`true` }) => sql<boolean>`(${beginsWith(key, text)} and ${where})`,
  )
}
