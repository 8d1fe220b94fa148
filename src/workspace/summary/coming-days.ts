import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Reader } from '../../database/database.ts'
import { Count, Instant, instant, Shape } from '../../http/shapes/schema.ts'

const days = 14
const maximumPeople = 1000

export const ComingDays = Type.Array(
  Shape({
    date: Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, examples: ['2026-11-24'] }),
    begins_at: Instant,
    ends_at: { ...Instant, description: 'The beginning of the next day' },
    joiners: { ...Count, maximum: maximumPeople, description: 'People with a dated start' },
    leavers: {
      ...Count,
      maximum: maximumPeople,
      description: 'People with an end who have not been deactivated',
    },
  }),
  {
    maxItems: days,
    description: `Today and the ${days - 1} days after it. A count stops at ${maximumPeople}.`,
  },
)

/** Whether a text is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId !== ''
  } catch {
    return false
  }
}

/** Who starts and leaves on each of the next days, from `now` on, in this zone. */
export async function countComingDays(
  db: Reader,
  now: Date,
  timeZone: string,
): Promise<Static<typeof ComingDays>> {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay()
  const coming = Array.from({ length: days }, (_, at) => {
    const day = today.add({ days: at })
    const next = today.add({ days: at + 1 }).startOfDay()
    return {
      date: day.toPlainDate().toString(),
      begins_at: instant(new Date(day.startOfDay().epochMilliseconds)),
      ends_at: instant(new Date(next.epochMilliseconds)),
    }
  })
  const { rows } = await sql<{ joiners: number; leavers: number }>`
    select (select count(*) from (
        select from directory_user p where p.activates_at >= greatest(day.begins_at, ${now}) and p.activates_at < day.ends_at
          and p.deleted_at is null limit ${maximumPeople}) starting) as joiners,
      (select count(*) from (
        select from directory_user p where p.expires_at >= greatest(day.begins_at, ${now}) and p.expires_at < day.ends_at
          and p.deleted_at is null and p.base_state <> 'deactivated' limit ${maximumPeople}) leaving) as leavers
    from unnest(${coming.map(({ begins_at }) => begins_at)}::timestamptz[],
      ${coming.map(({ ends_at }) => ends_at)}::timestamptz[]) with ordinality as day (begins_at, ends_at, place)
    order by day.place`.execute(db)
  return coming.map(({ date, begins_at, ends_at }, at) => {
    const { joiners, leavers } = rows[at] ?? { joiners: 0, leavers: 0 }
    return { date, begins_at, ends_at, joiners, leavers }
  })
}
