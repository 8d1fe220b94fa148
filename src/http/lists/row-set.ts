import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { plannedOnce } from '../../database/statement-marks.ts'

/**
 * The same rows in two forms: a select of their ids, and a condition on a row. `hasOnePlan`: the ids are best found in the same
 * way whatever is searched for.
 */
export type RowSet = { ids: RawBuilder<unknown>; isOne: RawBuilder<boolean>; hasOnePlan?: boolean }

const few = 5000

/**
 * Tests whether a row, whose id is `id`, is in the set. Few are looked up; many are found along the order of a list, which is cheaper than
 * sorting all of them for one page. The planner can't know how many there are.
 */
export async function amongRows(
  db: Reader,
  id: RawBuilder<unknown>,
  rows: RowSet,
): Promise<RawBuilder<boolean>> {
  return (await lookUp(db, id, rows)).isOne
}

/** As {@link amongRows}, and whether the set has no rows at all. */
export async function lookUp(
  db: Reader,
  id: RawBuilder<unknown>,
  { ids, isOne, hasOnePlan = false }: RowSet,
): Promise<{ isOne: RawBuilder<boolean>; isEmpty: boolean }> {
  const limit = few + 1
  const stated = sql`${sql.lit(limit)} ${sql.raw(plannedOnce)}`
  const found = await selectIds(db, ids, hasOnePlan ? { limit, stated } : { limit })
  const isFound = sql<boolean>`${id} = any (${found}::uuid[])`
  return { isOne: found.length > few ? isOne : isFound, isEmpty: found.length === 0 }
}

/** `stated`: the limit in the text of the statement, which then has one plan for all values. */
type Limit = { limit: number; stated?: RawBuilder<unknown> }

/** The ids of a set, each once; there may be more of them where it is as many as `limit`. */
export async function selectIds(
  db: Reader,
  ids: RawBuilder<unknown>,
  { limit, stated = sql`${limit}` }: Limit,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select found.id from (${ids}) as found (id) limit ${stated}`.execute(db)
  return rows.length < limit ? [...new Set(rows.map(({ id }) => id))] : rows.map(({ id }) => id)
}
