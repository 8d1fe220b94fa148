import { dayAt, type Calendar } from '../../contract/days.ts'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { show, type Findings } from './clean-value.ts'
import type { StateMapping, StateSource, StateTable } from './mapping.ts'
import { isBeforeDates, isNoDay, readDay } from './read-day.ts'
import { readDays, stateWithDays, type StateWithDays } from './read-days.ts'
import { lookUp } from './read-fields.ts'
import type { AccountState } from './source-record.ts'
import { withTable, type TableSource } from './state-tables.ts'
import { isNothing, plainOf, tableKey, valueAt } from './value-path.ts'

const severity = { active: 0, suspended: 1, deactivated: 2 } as const

/**
 * The most restrictive state that the record gives, and what its first and last day make of it today.
 */
export function readState(
  record: JsonObject,
  mapping: StateMapping,
  {
    findings,
    today,
    zone,
    inName,
    doubt,
  }: Omit<Calendar, 'zoneKey'> & {
    findings: Findings
    inName: AccountState | null
    doubt: () => string | null
  },
): StateWithDays {
  let state: AccountState | null = inName
  let isNew = false
  let isOfKind = true
  for (const source of mapping.sources) {
    const value = saidOf(record, source)
    if (value === undefined) {
      const fault = faultOfObject(record, source, mapping)
      if (fault !== null) findings.faults.push(fault)
      continue
    }
    const here = stateOf(withTable(source, mapping), value, today)
    if (source.day === true && isBeforeDates(value))
      findings.notes.push(`${source.path} is before 1971, and counts as none: ${show(value)}`)
    const fault = `state has an unknown value at ${source.path}: ${show(value)}`
    if (here === undefined) {
      if (source.ignore_others !== true && !findings.faults.includes(fault))
        findings.faults.push(fault)
    } else if (here !== null && (state === null || severity[here] > severity[state])) state = here
    isNew ||= readings(value).some((each) => mapping.new_values.includes(each))
    if (here !== undefined && here !== null) isOfKind &&= isKindOfWork(value, mapping)
  }
  const days = readDays(record, mapping, { findings, today, zone })
  const isTold = state !== null && !(state === 'active' && isOfKind)
  if (!isTold) {
    if (days.fault !== null) findings.faults.push(days.fault)
    const isClear = days.isOver || state !== null || findings.faults.length > 0
    const doubtful = isClear ? null : doubt()
    if (doubtful !== null) findings.faults.push(`the only sign of a state is ${doubtful}`)
  } else if (days.fault !== null) findings.notes.push(`${days.fault}, so that nothing ends`)
  return stateWithDays({ state: state ?? mapping.otherwise, isNew }, days, {
    findings,
    isTold,
    today,
  })
}

/** Whether a value says what a person is and not whether they are still there. */
function isKindOfWork(value: JsonValue, { kinds_of_work: kinds = [] }: StateMapping): boolean {
  const key = tableKey(value) ?? ''
  if (kinds.includes(key)) return true
  return /[ _-]/.test(key) && readings(value).some((each) => kinds.includes(each))
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
  today = dayAt(new Date(), 'UTC'),
): AccountState | null | undefined {
  const { values, bit, day } = source
  if (day === true) return stateByDay(values, value, today)
  if (bit !== undefined) {
    const number = Number(value)
    return Number.isInteger(number) ? lookUp(values, (number & bit) !== 0) : undefined
  }
  return ofWords(values, value) ?? ofParts(values, value) ?? ofDayInstead(values, value, today)
}

function ofWords(values: StateTable, value: JsonValue): AccountState | undefined {
  return (
    lookUp(values, value) ??
    readings(value)
      .map((each) => lookUp(values, each))
      .find((state) => state !== undefined)
  )
}

/** `Left: 2026-01-31` where others say `Left: Yes`. A number may say yes too. */
function ofDayInstead(
  values: StateTable,
  value: JsonValue,
  today: string,
): AccountState | null | undefined {
  const ifYes = lookUp(values, 'yes')
  if (ifYes === undefined || ifYes === 'active') return undefined
  if (isNoDay(value)) return null
  if (isBeforeDates(value)) return Number.isNaN(Number(value)) ? null : undefined
  const isPast = isPastDay(value, { ifPast: ifYes, today })
  return isPast === true ? ifYes : isPast === undefined ? undefined : null
}

/** `Active - Probation`, `Leave (paid)`: the first part has to be known, and the most restrictive of the known ones counts. */
function ofParts(values: StateTable, value: JsonValue): AccountState | undefined {
  const parts = (tableKey(value) ?? '')
    .split(/\s[-–—/]\s|[(),;:|]/u)
    .filter((part) => part.trim() !== '')
  // `Active (until 31/12/2026)` says more than its words.
  if (parts.some((part) => /\d{2}/.test(part))) return undefined
  const known = parts.map((part) => ofWords(values, part))
  if (parts.length < 2 || known[0] === undefined) return undefined
  return known
    .filter((state) => state !== undefined)
    .reduce((one, other) => (severity[other] > severity[one] ? other : one))
}

/** A value as it is, as words, and without what says that it is a state of a person: `USER_STATE_ACTIVE`, `Full-time employee`, `Paid leave`. */
function readings(value: JsonValue): string[] {
  const words = spaced(value)
  const bare = words
    .replace(/^(?:(?:account|employee|employment|member|user|worker) )?(?:state|status) /, '')
    .replace(/ (?:employee|user|worker|external(?: suite)?)$/, '')
    .replaceAll(/(?:^|(?<= ))(?:(?:in)?voluntar(?:il)?y|(?:un)?paid|with(?:out)? pay) ?/g, '')
    .trim()
  return [...new Set([tableKey(value) ?? '', words, bare])]
}

/** `ON_LEAVE` and `On-Leave` as `on leave`. */
function spaced(value: JsonValue): string {
  const key = tableKey(value) ?? ''
  // `🔴 Left`; a sign alone may be a word of a table.
  return (/\p{L}/u.test(key) ? key.replaceAll(/[\p{Extended_Pictographic}\uFE0F]/gu, ' ') : key)
    .replaceAll(/[\s_/–-]+/gu, ' ')
    .replaceAll(/[.:()]/g, '')
    .trim()
}

function stateByDay(
  values: StateTable,
  value: JsonValue,
  today: string,
): AccountState | null | undefined {
  if (isNoDay(value) || isBeforeDates(value)) return null
  const isPast = isPastDay(value, { ifPast: lookUp(values, true), today })
  return isPast === undefined ? undefined : (lookUp(values, isPast) ?? null)
}

/**
 * An account can be used until the end of its last day; what was deleted today is gone today. A day that can be read in two ways is past
 * if both are. Undefined if that can't be told.
 */
function isPastDay(
  value: JsonValue,
  { ifPast, today }: { ifPast: AccountState | undefined; today: string },
): boolean | undefined {
  const days = readDay(value)
  const isPast = (day: string) => day < today || (ifPast !== 'suspended' && day === today)
  if (days.length > 0 && days.every(isPast)) return true
  return days.length > 0 && !days.some(isPast) ? false : undefined
}
