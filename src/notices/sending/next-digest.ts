/** When the clocks of a zone show that hour for the next time after `now`. An hour that a day leaves out is the one after it. */
export function nextDigest(now: Date, hour: number, timeZone: string): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const at = (days: number) =>
    here.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: { hour } })
  const today = at(0)
  const next = today.epochMilliseconds > here.epochMilliseconds ? today : at(1)
  return new Date(next.epochMilliseconds)
}
