import type { JsonValue } from '../../contract/json.ts'
import { show } from '../file/clean-value.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { quoting } from '../file/unreadable-export.ts'
import { textAt } from '../file/value-path.ts'
import { otherEnding } from './flag-columns.ts'

/** Throws UnreadableExport for a table in which everything ends, such as leaves: those ends would be taken for last days of people. */
export function refuseAbsences(
  rows: readonly JsonValue[],
  names: readonly string[],
  { state }: AccountMapping,
): void {
  if (rows.length === 0 || state.sources.length > 0) return
  const isFilled = (path: string) => rows.every((row) => textAt(row, [path]) !== undefined)
  for (const end of (state.ended_at ?? []).filter(isFilled)) {
    const other = otherEnding(end, names)
    if (other === null) continue
    throw quoting(
      'This may be a list of leaves or the like, and not of people: each of its rows has an end, beside',
      show(other),
      `. Export the people themselves. If ${show(end)} is their last day, call the column Last working day.`,
    )
  }
}
