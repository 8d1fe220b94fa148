import { isObject, type JsonValue } from '../../contract/json.ts'
import type { StateMapping } from './mapping.ts'
import { saidOf } from './read-state.ts'
import type { SourceRecord } from './source-record.ts'

export type UnknownState = { path: string; value: string; rows: number }

/** More are not listed. */
const mostUnknown = 50

/** Counts values of states without a meaning in the mapping, whose accounts stay as they were. */
export function countUnknown() {
  const found = new Map<string, UnknownState>()
  let accounts = 0
  return {
    add(record: SourceRecord): void {
      if (record.kind !== 'account') return
      if (record.unknownStates !== undefined) accounts += 1
      for (const { path, value } of record.unknownStates ?? []) {
        const key = JSON.stringify([path, value])
        const known = found.get(key)
        if (known !== undefined) known.rows += 1
        else if (found.size < mostUnknown) found.set(key, { path, value, rows: 1 })
      }
    },
    list: (): UnknownState[] => [...found.values()],
    /** How many accounts have one, also those whose values are not listed. */
    accounts: () => accounts,
  }
}

export function unknownIn(records: readonly SourceRecord[]): UnknownState[] {
  const unknown = countUnknown()
  for (const record of records) unknown.add(record)
  return unknown.list()
}

export const mostStateValues = 50

/** What the records have where states are read, most frequent first. */
export function stateValues(rows: readonly JsonValue[], { sources }: StateMapping): UnknownState[] {
  const found = sources.flatMap((source) => {
    const said = rows.flatMap((row) => {
      const value = isObject(row) ? saidOf(row, source) : undefined
      return value === undefined || typeof value === 'object'
        ? []
        : [String(value).trim().slice(0, 200)]
    })
    return [...Map.groupBy(said, (value) => value)].map(([value, { length }]) => ({
      path: source.path,
      value,
      rows: length,
    }))
  })
  return found.toSorted((one, other) => other.rows - one.rows).slice(0, mostStateValues)
}
