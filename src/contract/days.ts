/** Days as they begin and end where people are. */

/** Whether `Europe/Berlin` and the like is known here. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.PlainDate.from('2000-01-01').toZonedDateTime(name)
    return true
  } catch {
    return false
  }
}

/** The first instant of a date (`2026-12-31`) in a time zone, as ISO 8601, also where clocks skip or repeat midnight. */
export function beginOfDay(day: string, zone: string): string {
  const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime(zone)
  return new Date(epochMilliseconds).toISOString()
}

/** The instant at which a date is over. */
export function endOfDay(day: string, zone: string): string {
  return beginOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), zone)
}

/** The date in a time zone at an instant. */
export function dayAt(instant: Date, zone: string): string {
  const here = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return here.toPlainDate().toString()
}

/** What a source calls today, `2026-12-31`, where its instants have their days, and the key of profiles with the zone of one person. */
export type Calendar = { today: string; zone: string; zoneKey: string | null }

type Zones = { time_zone: string; time_zone_profile_key: string | null }

export function calendarOf(now: Date, { time_zone: zone, time_zone_profile_key }: Zones): Calendar {
  return { today: dayAt(now, zone), zone, zoneKey: time_zone_profile_key }
}
