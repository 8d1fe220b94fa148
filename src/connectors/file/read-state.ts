import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { show, type Findings } from './clean-value.ts'
import type { StateMapping } from './mapping.ts'
import { isNoDay, readDay } from './read-day.ts'
import { lookUp } from './read-fields.ts'
import type { AccountState } from './source-record.ts'
import { plainOf, tableKey, textAt, valueAt } from './value-path.ts'

const severity = { active: 0, suspended: 1, deactivated: 2 } as const

type State = { state: AccountState; isNew: boolean }

/** The most restrictive state that the record gives, or what its last day says where it gives none. */
export function readState(record: JsonObject, mapping: StateMapping, findings: Findings): State {
  let state: AccountState | null = null
  let isNew = false
  for (const source of mapping.sources) {
    const value = plainOf(valueAt(record, source.path))
    if (value === undefined || tableKey(value) === undefined || isNoState(value)) continue
    const here = stateOf(source, value)
    if (here === undefined) {
      if (source.ignore_others !== true)
        findings.faults.push(`state has an unknown value at ${source.path}: ${show(value)}`)
    } else if (state === null || severity[here] > severity[state]) state = here
    isNew ||= mapping.new_values.includes(tableKey(value) ?? '')
  }
  return { state: state ?? readEnd(record, mapping, findings) ?? mapping.otherwise, isNew }
}

type Source = StateMapping['sources'][number]

function stateOf({ values, bit }: Source, value: JsonValue): AccountState | undefined {
  if (bit !== undefined) {
    const number = Number(value)
    return Number.isInteger(number) ? lookUp(values, (number & bit) !== 0) : undefined
  }
  return lookUp(values, value) ?? lookUp(values, spaced(value)) ?? ofParts(values, value)
}

/** `Active - Probation`, `Leave (paid)`: the first part has to be known, and the most restrictive of the known ones counts. */
function ofParts(values: Source['values'], value: JsonValue): AccountState | undefined {
  const parts = (tableKey(value) ?? '')
    .split(/\s[-–—/]\s|[(),;:|]/u)
    .filter((part) => part.trim() !== '')
  const known = parts.map((part) => lookUp(values, part) ?? lookUp(values, spaced(part)))
  if (parts.length < 2 || known[0] === undefined) return undefined
  return known
    .filter((state) => state !== undefined)
    .reduce((one, other) => (severity[other] > severity[one] ? other : one))
}

/** How a table says that a cell is empty. */
function isNoState(value: JsonValue): boolean {
  return typeof value === 'string' && /^(?:[-–—.]+|n\/a|none|null|#n\/a)$/i.test(value.trim())
}

/** `ON_LEAVE` and `On-Leave` as `on leave`. */
function spaced(value: JsonValue): string {
  return (tableKey(value) ?? '')
    .replaceAll(/[\s_/–-]+/gu, ' ')
    .replaceAll(/[.:()]/g, '')
    .trim()
}

/** Deactivated after the last day. A day that can be read in two ways counts if both are past. */
function readEnd(
  record: JsonObject,
  { ended_at: paths = [] }: StateMapping,
  findings: Findings,
): AccountState | null {
  const value = textAt(record, paths)
  if (value === undefined || isNoDay(value)) return null
  const days = readDay(value)
  const today = new Date().toISOString().slice(0, 10)
  if (days.length > 0 && days.every((day) => day < today)) return 'deactivated'
  if (days.length > 0 && days.every((day) => day >= today)) return null
  findings.faults.push(`the last day is not a date as in 2026-12-31: ${show(value)}`)
  return null
}
