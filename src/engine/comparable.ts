import { compareDecimals, readDecimal, type Decimal } from './decimal.ts'
import type { Instant } from './model.ts'

/** What greater_than and less_than can compare; a number never compares with a date. */
export type Comparable =
  | { kind: 'number'; value: Decimal }
  /** `micros`: the microseconds beyond the millisecond. */
  | { kind: 'date'; value: Instant; micros: number }

/** 24:00 is no time of the day that it belongs to. */
const datePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[t ]((?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.(\d+))?)?)(z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Reads a decimal number or an ISO 8601 date, with or without a time; null for anything else. A date without a time
 * is midnight; one without a zone is UTC, regardless of the server's zone. What is finer than a microsecond is cut off.
 */
export function readComparable(text: string): Comparable | null {
  const decimal = readDecimal(text)
  if (decimal !== null) return { kind: 'number', value: decimal }
  return readDate(text)
}

/** Negative where `a` comes first, 0 where they are equal; null for a number and a date. */
export function compare(a: Comparable, b: Comparable): number | null {
  if (a.kind === 'number') return b.kind === 'number' ? compareDecimals(a.value, b.value) : null
  return b.kind === 'date' ? a.value - b.value || a.micros - b.micros : null
}

function readDate(text: string): (Comparable & { kind: 'date' }) | null {
  const [, day, time = '00:00', fraction, zone = 'Z'] = datePattern.exec(text) ?? []
  if (day === undefined || !isCalendarDay(day)) return null
  const instant = Date.parse(
    `${day}T${time}${zone.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2')}`,
  )
  if (Number.isNaN(instant)) return null
  return { kind: 'date', value: instant, micros: Number(fraction?.slice(3, 6).padEnd(3, '0') ?? 0) }
}

/** Date.parse rolls 30 February over into March instead of refusing it. */
function isCalendarDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}
