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

/**
 * A uuid derived from another one, with the same version and time; applied twice, it returns the first. A person created from a
 * stored account gets the id derived from that account's, so a plan and its application create the same person.
 */
export function oppositeId(id: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(left(${id}::text, 24) || translate(right(${id}::text, 12), '0123456789abcdef', 'fedcba9876543210'))::uuid`
}
