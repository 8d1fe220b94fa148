import type { Calendar } from '../../contract/days.ts'
import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { show, type Findings } from './clean-value.ts'
import { daysBeforeExpiry, isExpiry } from './ldif-value.ts'
import type { DateOrder, StateMapping } from './mapping.ts'
import { firstDate, isBeforeDates, isNoDay, readDay, readSpan } from './read-day.ts'
import type { AccountState, GivenDays } from './source-record.ts'
import { textAt } from './value-path.ts'

/** `isOver`: the last day is past. `fault`: a last day that can't be told. */
export type Days = {
  firstDay: string | null
  lastDay: string | null
  isOver: boolean
  fault: string | null
}

/**
 * The first and the last day that a record gives. A time beside a date is left out. Of several ends of an account the first counts.
 */
export function readDays(
  record: JsonObject,
  mapping: StateMapping,
  { findings, today, zone }: { findings: Findings } & Omit<Calendar, 'zoneKey'>,
): Days {
  const {
    first_day: firstPaths = [],
    ended_at: lastPaths = [],
    spans = [],
    date_order: order,
  } = mapping
  const first = pickDay(textAt(record, firstPaths), { what: 'first', today, findings, order })
  if (first.fault !== null) findings.notes.push(`${first.fault}, and is left out`)
  const own = lastPaths.filter((path) => !isExpiry(path))
  const filled = own.find((path) => textAt(record, [path]) !== undefined) ?? ''
  const isSpan = spans.includes(filled)
  const options = { what: 'last', today, findings, order } as const
  const lasts = [
    pickDay(textAt(record, own), { ...options, isSpan }),
    ...lastPaths
      .filter(isExpiry)
      .map((path) => pickDay(textAt(record, [path]), { ...options, expiry: { path, zone } })),
  ]
  let [lastDay = null] = lasts.flatMap(({ day }) => day ?? []).toSorted()
  if (lastDay !== null && first.day !== null && lastDay < first.day) {
    findings.notes.push(
      `the last day ${lastDay} is before the first day ${first.day}, and counts as none`,
    )
    lastDay = null
  }
  const isOver = lastDay !== null && lastDay < today
  return {
    firstDay: first.day,
    lastDay,
    isOver,
    fault: lasts.find(({ fault }) => fault !== null)?.fault ?? null,
  }
}

type Picking = {
  what: 'first' | 'last'
  today: string
  findings: Findings
  isSpan?: boolean
  expiry?: { path: string; zone: string }
  order: DateOrder | undefined
}

function pickDay(
  value: JsonValue | undefined,
  { what, today, findings, isSpan = false, expiry, order }: Picking,
): { day: string | null; fault: string | null } {
  const none = { day: null, fault: null }
  if (value === undefined || isNoDay(value)) return none
  const before = expiry && daysBeforeExpiry(expiry, value)
  if (before?.length === 0) return none
  const span = what === 'last' && before === undefined ? readSpan(value) : undefined
  if (isSpan && span?.ends.length === 0) return none
  const readings = before ?? span?.ends ?? (isSpan ? [] : readDay(value, order))
  if (readings.length > 0 && readings.every(isNoDay)) return none
  const days = readings.filter((day) => day >= firstDate).toSorted()
  if (days.length === 0 && (readings.length > 0 || (!isSpan && isBeforeDates(value)))) {
    findings.notes.push(`the ${what} day is before 1971, and counts as none: ${show(value)}`)
    return none
  }
  const isPast = (day: string) => (what === 'last' ? day < today : day <= today)
  const day = days.at(-1) ?? null
  if (day === null || days.some(isPast) !== days.every(isPast)) {
    const form = isSpan ? '2020-01-01 - 2026-12-31' : '2026-12-31'
    return { day: null, fault: `the ${what} day is not a date as in ${form}: ${show(value)}` }
  }
  if (days.length > 1 && !isPast(day))
    findings.notes.push(
      `the ${what} day can be ${days.join(' or ')}, of which the later counts: ${show(value)}`,
    )
  return { day, fault: null }
}

export type StateWithDays = { state: AccountState; isNew: boolean; given?: GivenDays }

/** What the days make of a state today. `isTold`: the record itself gives the state. */
export function stateWithDays(
  { state, isNew }: { state: AccountState; isNew: boolean },
  { firstDay, lastDay, isOver }: Days,
  { findings, isTold, today }: { findings: Findings; isTold: boolean; today: string },
): StateWithDays {
  if (firstDay === null && lastDay === null) return { state, isNew }
  const given = { state, firstDay, lastDay }
  if (isOver) {
    if (isTold && state === 'active')
      findings.notes.push(`active, though the last day is past: it has ended on ${lastDay}`)
    return { state: 'deactivated', isNew, given }
  }
  if (state === 'deactivated' && lastDay !== null)
    findings.notes.push(`has ended, though the last day is to come: ${lastDay}`)
  const isAhead = state === 'active' && firstDay !== null && firstDay > today
  return isAhead ? { state: 'suspended', isNew: true, given } : { state, isNew, given }
}
