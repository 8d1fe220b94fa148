import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../database/database.ts'
import { plannedForValues } from '../database/statement-names.ts'
import { beginsWith, containsText, hasTrigram } from './filters.ts'
import { amongRows } from './rows-among.ts'

/** Where a search looks. Its expressions are over the tables of `from`, and have indexes where these can be large. */
export type SearchedRecords = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** What begins with a text in which an index of trigrams finds nothing, and for which records. */
  keys: readonly { key: RawBuilder<unknown>; where?: RawBuilder<unknown> }[]
  /** What contains any other text. */
  contains: RawBuilder<unknown>
}

/**
 * What a search requires of a row, in which the tables of all `records` are under their names; undefined without a text.
 * The rows are found by an index first: PostgreSQL would rather walk along all of them in the order of the page, because
 * it expects to meet them evenly spread.
 */
export async function searchedRows(
  db: Reader,
  records: readonly [SearchedRecords, ...SearchedRecords[]],
  text: unknown,
): Promise<RawBuilder<boolean> | undefined> {
  if (typeof text !== 'string') return undefined
  const [{ id }] = records
  const found = records.flatMap((each) =>
    conditions(each, text).map((isOne) => ({
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
  })
}

function conditions({ keys, contains }: SearchedRecords, text: string): RawBuilder<boolean>[] {
  if (hasTrigram(text)) return [containsText(contains, text)]
  return keys.map(
    ({ key, where = sql`true` }) => sql<boolean>`(${beginsWith(key, text)} and ${where})`,
  )
}
