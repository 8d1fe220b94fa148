import { sql, type RawBuilder } from 'kysely'

/**
 * A list of ids (uuids) as an array that PostgreSQL doesn't see while it plans. Where it sees one id it takes the plan
 * for any list for a dear one, and plans the statement anew on every call, which takes longer than running it. So this
 * is for statements that look each id up by an index, which is the right plan for one as for thousands.
 */
export function uuids(ids: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${ids}::uuid[])::uuid[]`
}
