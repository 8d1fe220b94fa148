import { sql, type RawBuilder } from 'kysely'

const few = 50

/**
 * A list of ids (uuids) as an array. Of few ids PostgreSQL sees nothing while it plans: where it sees one, it takes the
 * plan for any list for a dear one and plans the statement anew on every call, which takes longer than running it. Of
 * many it sees how many there are: a plan that was made for few, and a smaller table, can look at everything for each.
 */
export function uuids(ids: readonly string[]): RawBuilder<string[]> {
  return ids.length > few ? sql`${ids}::uuid[]` : sql`(select ${ids}::uuid[])::uuid[]`
}
