import { sql, type RawBuilder } from 'kysely'
import { planKept } from '../database/planning.ts'
import type { Transaction } from '../database/database.ts'
import type { AuditActor } from './record.ts'

/** What of a column of an audit row says which record it is, as SQL: the prefix of its ids, and its uuid. */
export type PositionOf = { type: RawBuilder<unknown>; id: RawBuilder<unknown> }

/**
 * Records that a statement has changed, as SQL about their row `c`. `numberedBy`: the temporary table that numbers them (`n`).
 * `rows`: those whose number is in `range`; they have `n`, and what the rest reads. `counted`: an array of the names under which
 * one counts.
 */
export type AuditedSet = {
  numberedBy: string
  rows: (range: RawBuilder<boolean>) => RawBuilder<unknown>
  event: RawBuilder<unknown>
  record: PositionOf
  parent?: PositionOf
  related?: PositionOf
  subjectId?: RawBuilder<unknown>
  changes: RawBuilder<unknown>
  personal?: RawBuilder<unknown>
  counted: RawBuilder<unknown>
}

/** Records of one statement, and of one call that writes their rows: PostgreSQL keeps the first, and an array of the second. */
const [recordsAtOnce, rowsAtOnce] = [100_000, 1000]

/**
 * Writes one audit row for each record of a set, in the order of their numbers, as `record` does. The rows do not leave the database.
 * @returns how many records count under each name
 */
export async function recordSet(
  tx: Transaction,
  actor: AuditActor,
  set: AuditedSet,
): Promise<Record<string, number>> {
  const total: Record<string, number> = {}
  const numbers = sql.id(set.numberedBy)
  // The numbers of a transaction go on from those of the one before it.
  const first = sql`(select min(n) from ${numbers})`
  for (let from = 0, last = from; from <= last; from += recordsAtOnce) {
    const range = sql<boolean>`c.n >= ${first} + ${from}::bigint and c.n < ${first} + ${from + recordsAtOnce}::bigint`
    const { rows } = await sql<{ last: number; counts: Record<string, number> }>`
      with changed as materialized (${set.rows(range)}), written as materialized (
        select write_audit_entries(${actor.type}, ${actor.id}::uuid, ${actor.via}, ${actor.requestId},
          array_agg(${entryOf(set, actor)} order by n))
        from changed c group by n / ${rowsAtOnce}::bigint order by min(n)
      )
      select coalesce((select max(n) - min(n) from ${numbers}), -1) as last, (select count(*) from written) as calls,
        (select coalesce(jsonb_object_agg(name, records), '{}') from (
          select name, count(*) as records from changed c cross join unnest(${set.counted}) as name
          where name is not null group by name) each) as counts ${planKept(tx)}`.execute(tx)
    const [found] = rows
    last = found?.last ?? 0
    for (const [name, records] of Object.entries(found?.counts ?? {}))
      total[name] = (total[name] ?? 0) + records
  }
  return total
}

function entryOf(
  { event, record, parent, related, subjectId, changes, personal }: AuditedSet,
  { origin }: AuditActor,
): RawBuilder<unknown> {
  const nothing = sql`null`
  const details = origin === undefined ? nothing : sql`${JSON.stringify({ origin })}::jsonb`
  return sql`row(${event}, ${record.type}, ${record.id}, ${parent?.type ?? nothing}, ${parent?.id ?? nothing},
    ${related?.type ?? nothing}, ${related?.id ?? nothing}, ${subjectId ?? nothing}, ${changes}, ${details},
    ${personal ?? nothing})::audit_entry`
}
