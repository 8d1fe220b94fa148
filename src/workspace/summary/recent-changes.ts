import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { auditEvents } from '../../contract/audit-events.ts'
import type { Reader } from '../../database/database.ts'
import { Instant, instant, Nullable, Shape, Text } from '../../http/shapes/schema.ts'

const hours = 24
const hourMilliseconds = 3_600_000
const maximumRows = 1000

/** All events but refused writes, which changed nothing. */
const events = Object.keys(auditEvents).filter((event) => event !== 'access.write.refuse')

export const RecentChanges = Nullable(
  Shape(
    {
      begins_at: Instant,
      ends_at: Instant,
      data: Type.Array(
        Shape({
          event: Text(100, { examples: ['directory.user.change'] }),
          begins_at: { ...Instant, description: 'The beginning of an hour' },
          count: Type.Integer({ minimum: 1, maximum: maximumRows, examples: [12] }),
          is_capped: Type.Boolean({ description: `There are more than ${maximumRows}` }),
        }),
        { maxItems: (hours + 1) * events.length },
      ),
    },
    {
      description:
        `Rows of the audit log of this hour and the ${hours - 1} before it, by event and hour: those that \`filter[event]\`, \`filter[at_after]\` and ` +
        '`filter[at_before]` of the audit log list. Hours without a row are left out, and so are refused writes. By hour, then event.',
    },
  ),
)

/**
 * What the audit log recorded in the hour of `now` and those before it. Each event and hour is a short range of an index, read up to
 * {@link maximumRows}, so that the cost does not grow with the log.
 */
export async function countRecentChanges(
  db: Reader,
  now: Date,
): Promise<Static<typeof RecentChanges>> {
  const first = Math.floor(now.getTime() / hourMilliseconds) - hours + 1
  const begins = Array.from({ length: hours }, (_, at) =>
    new Date((first + at) * hourMilliseconds).toISOString(),
  )
  const since = begins[0] ?? now.toISOString()
  const { rows } = await sql<{ event: string; begins_at: Date; count: number }>`
    select recorded.event, hour.begins_at, counted.count
    from (
      select event from unnest(${events}::text[]) as known (event)
      where exists (select from audit_log l where l.event = known.event and l.at >= ${since}::timestamptz)
    ) recorded
    cross join unnest(${begins}::timestamptz[]) as hour (begins_at)
    cross join lateral (
      select count(*) as count from (
        select from audit_log l where l.event = recorded.event
          and l.at >= hour.begins_at and l.at < hour.begins_at + interval '1 hour' limit ${maximumRows + 1}) found
    ) counted
    where counted.count > 0 order by hour.begins_at, recorded.event`.execute(db)
  return {
    begins_at: since,
    ends_at: instant(now),
    data: rows.map((row) => ({
      event: row.event,
      begins_at: instant(row.begins_at),
      count: Math.min(row.count, maximumRows),
      is_capped: row.count > maximumRows,
    })),
  }
}
