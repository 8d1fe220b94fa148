import type { Calendar } from '../../contract/days.ts'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { show, type Findings } from './clean-value.ts'
import type { DateOrder, StateMapping, StateSource, StateTable } from './mapping.ts'
import { isBeforeDates, isNoDay, readDay } from './read-day.ts'
import { readDays, stateWithDays, type StateWithDays } from './read-days.ts'
import type { AccountState } from './source-record.ts'
import { withTable, type TableSource } from './check-mapping.ts'
import { isNothing, lookUp, plainOf, tableKey, valueAt } from './value-path.ts'

const severity = { active: 0, suspended: 1, deactivated: 2 } as const

/** A value of a state that the mapping does not have. */
export type UnknownValue = { path: string; value: string }

/**
 * The most restrictive state that the record gives, and what its first and last day make of it today. `unknownStates`: values that the mapping
 * does not have, where no other says that the person has left; then the account stays what it was, but `isSuspendedToo`: not active.
 */
export function readState(
  record: JsonObject,
  mapping: StateMapping,
  {
    findings,
    today,
    zone,
    inName,
  }: Omit<Calendar, 'zoneKey'> & { findings: Findings; inName: AccountState | null },
): StateWithDays & { unknownStates?: UnknownValue[]; isSuspendedToo?: boolean } {
  let state: AccountState | null = inName
  let isNew = false
  const unknown: UnknownValue[] = []
  for (const source of mapping.sources) {
    const value = saidOf(record, source)
    if (value === undefined) {
      const fault = faultOfObject(record, source, mapping)
      if (fault !== null) findings.faults.push(fault)
      continue
    }
    const here = stateOf(withTable(source, mapping), value, { today, order: mapping.date_order })
    if (source.day === true && isBeforeDates(value))
      findings.notes.push(`${source.path} is before 1971, and counts as none: ${show(value)}`)
    if (here === undefined && source.ignore_others !== true)
      unknown.push({ path: source.path, value: shown(value) })
    if (here !== undefined && here !== null && (state === null || severity[here] > severity[state]))
      state = here
    const read = readings(value)
    isNew ||= mapping.new_values.some((each) => read.includes(tableKey(each) ?? ''))
  }
  const days = readDays(record, mapping, { findings, today, zone })
  const isTold = state !== null
  if (days.fault !== null && !isTold) findings.faults.push(days.fault)
  if (days.fault !== null && isTold) findings.notes.push(`${days.fault}, so that nothing ends`)
  const isUnknown = unknown.length > 0 && state !== 'deactivated'
  const said = isUnknown
    ? { state: 'suspended' as const, isNew: true }
    : { state: state ?? mapping.otherwise, isNew }
  return {
    ...stateWithDays(said, days, { findings, isTold, today }),
    ...(isUnknown && { unknownStates: unknown, isSuspendedToo: state === 'suspended' }),
  }
}

function shown(value: JsonValue): string {
  return (typeof value === 'object' ? show(value) : String(value)).slice(0, 200)
}

/** How tables of states call an empty cell. */
export const blank = '(blank)'

/** What a record says of its state at a source. */
export function saidOf(
  record: JsonObject,
  { path, blank_counts: counts }: StateSource,
): JsonValue | undefined {
  const cell = valueAt(record, path)
  const value = plainOf(cell)
  if (value !== undefined && tableKey(value) !== undefined && !isNothing(value)) return value
  return counts === true && typeof cell === 'string' ? blank : undefined
}

/** An object that nothing is read of may hold a state, such as `{"is_resigned": true}`. */
function faultOfObject(
  record: JsonObject,
  { path, ignore_others: isLenient }: StateSource,
  { sources }: StateMapping,
): string | null {
  const cell = valueAt(record, path)
  if (!isObject(cell) || isLenient === true) return null
  const isEmpty = Object.values(cell).every((each) => each === null || each === '')
  const isReadInside = sources.some((other) => other.path.startsWith(`${path}.`))
  if (isEmpty || isReadInside || plainOf(cell) !== undefined) return null
  return `state is an object at ${path} (it has ${show(Object.keys(cell).join(', '))})`
}

/** Null where the value says nothing, undefined where it is not known. */
export function stateOf(
  source: TableSource,
  value: JsonValue,
  { today, order }: { today: string; order?: DateOrder | undefined },
): AccountState | null | undefined {
  const { values, bit, day } = source
  if (day === true) return stateByDay(values, readDay(value, order), { value, today })
  if (bit !== undefined) {
    const number = Number(value)
    return Number.isInteger(number) ? lookUp(values, (number & bit) !== 0) : undefined
  }
  return readings(value)
    .map((each) => lookUp(values, each))
    .find((state) => state !== undefined)
}

/** A value as it is, and as words. */
function readings(value: JsonValue): string[] {
  return [...new Set([tableKey(value) ?? '', spaced(value)])]
}

/** `ON_LEAVE` and `On-Leave` as `on leave`. */
function spaced(value: JsonValue): string {
  return (tableKey(value) ?? '')
    .replaceAll(/[\s_/–-]+/gu, ' ')
    .replaceAll(/[.:()]/g, '')
    .trim()
}

/**
 * An account can be used until the end of its last day; what was deleted today is gone today. A day that can be read in two ways is past
 * if both are. Undefined if that can't be told.
 */
function stateByDay(
  values: StateTable,
  days: readonly string[],
  { value, today }: { value: JsonValue; today: string },
): AccountState | null | undefined {
  if (isNoDay(value) || isBeforeDates(value)) return null
  const ifPast = lookUp(values, true)
  const isPast = (day: string) => day < today || (ifPast !== 'suspended' && day === today)
  if (days.length === 0 || days.some(isPast) !== days.every(isPast)) return undefined
  return lookUp(values, days.some(isPast)) ?? null
}
