import { sql, type RawBuilder } from 'kysely'
import { auditEvents } from '../../contract/audit-events.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { plannedForValues } from '../../database/statement-marks.ts'
import type { Conditions } from '../../http/lists/filters.ts'
import { changeOf, isOfChange } from '../audit-log/queries.ts'

/** Of a change with more rows, so many are counted. */
const maximumCounted = 10_000
/** So many rows of each event are shown, and so many of a change. */
const shownOfEvent = 3
const shownOfChange = 12

/** Rows (`l`) of which a change has few, and which say what it was. Their own index finds them in a large one. */
const isMain = sql`split_part(l.event, '.', 2) in ('plan', 'incident', 'rule', 'ruleset', 'integration')`
const mainEvents = Object.keys(auditEvents).filter((event) =>
  /^[^.]+\.(plan|incident|rule|ruleset|integration)\./.test(event),
)

/** The events that say what a change was come first, and those that follow from others come last. */
const rank = sql`case when event like 'policy.plan.%' or event like 'policy.incident.%' then 0
  when event = any (${mainEvents}::text[]) then 1 when event like 'directory.user.%' then 2
  when event ~ '^(policy\\.(user|condition)|directory)\\.' then 4 else 3 end`

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
  /** Of the rows that are counted, and the first of each main event. */
  events: Record<string, number>
  rows: number
  has_more: boolean
  gained: number
  lost: number
  /** The first rows of each event, in their order: the one that says what the change was is among them. */
  shown: string[]
}

/** The content of each change, by the sequence of its first row. */
export async function readContents(
  db: Reader,
  firsts: readonly number[],
  conditions: Conditions,
): Promise<ReadonlyMap<number, ChangeContent>> {
  const ofChange = sql`${isOfChange(sql`f.first`)} and ${all(conditions)}`
  const { rows } = await sql<ChangeContent>`
    select f.first, content.* from unnest(${firsts}::bigint[]) f (first) cross join lateral (
      with counted as materialized (
        select l.id, l.sequence, l.event, l.subject_id from audit_log l
        where ${ofChange} order by l.sequence limit ${maximumCounted}
      ), ended as materialized (
        select count(*)::int as rows, max(sequence) as last from counted
      ), later as materialized (
        select main.* from unnest(${mainEvents}::text[]) m (event) cross join lateral (
          select l.id, l.sequence, l.event from audit_log l where ${ofChange} and l.event = m.event
            and ${isMain} and l.sequence > (select last from ended) order by l.sequence limit ${shownOfEvent}
        ) main where (select rows from ended) = ${maximumCounted}
      ), said as not materialized (
        select id, sequence, event from counted union all select id, sequence, event from later
      ), numbered as (
        select *, row_number() over (partition by event order by sequence) as n from said
      ), few as (
        select id, sequence from numbered where n <= ${shownOfEvent}
        order by n, ${rank}, sequence limit ${shownOfChange}
      )
      select (select jsonb_object_agg(event, rows) from (
          select event, count(*) as rows from said group by event) e) as events,
        (select rows from ended) as rows,
        (select rows from ended) = ${maximumCounted} and exists (
          select from audit_log l where ${ofChange} and l.sequence > (select last from ended)) as has_more,
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
