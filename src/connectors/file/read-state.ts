import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { show, type Findings } from './clean-value.ts'
import type { StateMapping } from './mapping.ts'
import { readDay } from './read-day.ts'
import { lookUp } from './read-fields.ts'
import type { AccountState } from './source-record.ts'
import { firstAt, tableKey, valueAt } from './value-path.ts'

const severity = { active: 0, suspended: 1, deactivated: 2 } as const

type State = { state: AccountState; isNew: boolean }

/** The most restrictive state that the record gives, or what its last day says where it gives none. */
export function readState(record: JsonObject, mapping: StateMapping, findings: Findings): State {
  let state: AccountState | null = null
  let isNew = false
  for (const source of mapping.sources) {
    const value = valueAt(record, source.path)
    if (value === undefined || value === null || tableKey(value) === undefined) continue
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
  return lookUp(values, value) ?? lookUp(values, spaced(value))
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
  const value = firstAt(record, paths)
  if (value === undefined) return null
  const days = readDay(value)
  const today = new Date().toISOString().slice(0, 10)
  if (days.length > 0 && days.every((day) => day < today)) return 'deactivated'
  if (days.length > 0 && days.every((day) => day >= today)) return null
  findings.faults.push(`the last day is not a date as in 2026-12-31: ${show(value)}`)
  return null
}
