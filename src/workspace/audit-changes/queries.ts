import { sql, type RawBuilder } from 'kysely'
import type { Reader, RowOf } from '../../database/database.ts'
import { plannedForValues } from '../../database/statement-marks.ts'
import type { Conditions } from '../../http/lists/filters.ts'
import { changeOf, isOfChange } from '../audit-log/queries.ts'

/** Of a change with more rows, so many are counted. */
export const maximumCounted = 10_000
/** So many rows of each event are shown, and so many of a change. */
const shownOfEvent = 3
const shownOfChange = 12

/** The first row (`l`) of each change, which says who made it and when. */
export function firstRows(db: Reader) {
  return db
    .selectFrom('audit_log as l')
    .select(['l.id', 'l.sequence', 'l.at', 'l.actor_type', 'l.actor_id', 'l.via', 'l.request_id'])
    .where('l.change', 'is', null)
}

export type ChangeRow = RowOf<typeof firstRows>

/** Tests whether a first row (`l`) is that of a change one of whose rows meets all conditions. */
export function hasRow(conditions: Conditions): RawBuilder<boolean> {
  return sql<boolean>`l.sequence in (
    select ${changeOf} from audit_log l where ${all(conditions)}) ${sql.raw(plannedForValues)}`
}

/** What the rows of a change are that meet the conditions of a list. */
export type ChangeContent = {
  first: number
  events: Record<string, number>
  rows: number
  gained: number
  lost: number
  /** The first rows of each event, in their order. */
  shown: string[]
}

/** The content of each change, by the sequence of its first row. */
export async function readContents(
  db: Reader,
  firsts: readonly number[],
  conditions: Conditions,
): Promise<ReadonlyMap<number, ChangeContent>> {
  const { rows } = await sql<ChangeContent>`
    select f.first, content.* from unnest(${firsts}::bigint[]) f (first) cross join lateral (
      with counted as materialized (
        select l.id, l.sequence, l.event, l.subject_id from audit_log l
        where ${isOfChange(sql`f.first`)} and ${all(conditions)} limit ${maximumCounted + 1}
      ), numbered as (
        select id, sequence, row_number() over (partition by event order by sequence) as n from counted
      ), few as (
        select id, sequence from numbered where n <= ${shownOfEvent} order by n, sequence limit ${shownOfChange}
      )
      select (select jsonb_object_agg(event, rows) from (
          select event, count(*) as rows from counted group by event) e) as events,
        (select count(*)::int from counted) as rows,
        (select count(distinct subject_id)::int from counted
          where event in ('policy.user.create', 'policy.user.return')) as gained,
        (select count(distinct subject_id)::int from counted where event = 'policy.user.end') as lost,
        array(select id from few order by sequence) as shown
    ) content ${sql.raw(plannedForValues)}`.execute(db)
  return new Map(rows.map((row) => [row.first, row]))
}

function all(conditions: Conditions): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql`true` : sql`(${sql.join(given, sql` and `)})`
}
