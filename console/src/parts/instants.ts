const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A text of the API with its instants in words: as `say` writes them, else in the viewer's zone. */
export function withInstants(
  text: string,
  say: (at: string) => string = (at) => format.format(new Date(at)),
): string {
  return text.replaceAll(instants, (at) => say(at))
}

const shown = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A range of time in the viewer's zone, as a filter shows it; undefined without ends. */
export function shownRange(
  after: string | undefined,
  before: string | undefined,
): string | undefined {
  const [from, to] = [after, before].map((each) => {
    const at = new Date(each ?? '')
    return Number.isNaN(at.getTime()) ? undefined : shown.format(at)
  })
  if (from === undefined) return to === undefined ? undefined : `until ${to}`
  return to === undefined ? `since ${from}` : `${from} – ${to}`
}

/** The begin of a day (`2026-05-03`) in the viewer's zone, as an instant; null for no day. */
export function startOfDay(day: string): string | null {
  return midnight(day)?.toISOString() ?? null
}

/** The end of a day, as its begin. */
export function endOfDay(day: string): string | null {
  const end = midnight(day)
  end?.setDate(end.getDate() + 1)
  return end?.toISOString() ?? null
}

/** The end of a day that has ended; undefined for another day, and for none. */
export function endOfPastDay(day: string): string | undefined {
  const end = endOfDay(day)
  return end === null || Date.parse(end) > Date.now() ? undefined : end
}

function midnight(day: string): Date | undefined {
  const begin = new Date(`${day}T00:00:00`)
  return Number.isNaN(begin.getTime()) ? undefined : begin
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

/** An instant as a field for date and time has it: in the viewer's zone, to the minute. Empty for an invalid one. */
export function localOf(instant: Date): string {
  if (Number.isNaN(instant.getTime())) return ''
  return new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
}
