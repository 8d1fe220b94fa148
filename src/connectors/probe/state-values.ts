import { isObject, type JsonValue } from '../../contract/json.ts'
import type { StateMapping } from '../file/mapping.ts'
import { saidOf } from '../file/read-state.ts'
import type { UnknownState } from '../file/unknown-states.ts'

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
