/** The end of a day (`2026-05-03`) in the viewer's zone, as an instant; null for no day. */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T00:00:00`)
  if (Number.isNaN(end.getTime())) return null
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}

/** The day with which an end comes, as date fields have it; empty without an end. */
export function lastDayOf(end: string | null): string {
  return end === null ? '' : dayOf(new Date(Date.parse(end) - 1))
}

/** A day as date fields have it. */
export function dayAfter(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return dayOf(day)
}

/** The day of an instant in the viewer's zone. */
export function dayOf(instant: Date): string {
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
