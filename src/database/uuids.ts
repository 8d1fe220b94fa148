import { sql, type RawBuilder } from 'kysely'

const few = 50

/**
 * A list of uuids as an array. A short list is hidden from the planner: if it sees one, it considers the generic
 * plan expensive and replans the statement on every call, which takes longer than running it. A long list is shown
 * with its length: a plan for a short list on a smaller table can scan everything for each id.
 */
export function uuids(ids: readonly string[]): RawBuilder<string[]> {
  return ids.length > few ? sql`${ids}::uuid[]` : sql`(select ${ids}::uuid[])::uuid[]`
}
