import { dayAt } from '../../contract/days.ts'
import type { JsonValue } from '../../contract/json.ts'
import { bindColumns } from '../file/bind-columns.ts'
import { show } from '../file/clean-value.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { firstDate, readDay, readSpan } from '../file/read-day.ts'
import { quoting } from '../file/unreadable-export.ts'
import { textAt } from '../file/value-path.ts'
import { anyTable } from './choose-product.ts'

/** Throws UnreadableExport where nearly everyone would have left by a column that only looks like one of last days. */
export function refuseAllLeft(
  rows: readonly JsonValue[],
  {
    columns,
    today = dayAt(new Date(), 'UTC'),
  }: { columns: readonly string[]; today: string | undefined },
  { state }: AccountMapping,
): void {
  if (rows.length === 0 || state.sources.length > 0) return
  const known = bindColumns(anyTable.defaults.mapping, columns).account.state.ended_at ?? []
  const adopted = (state.ended_at ?? []).filter((path) => !known.includes(path))
  for (const path of adopted) {
    const past = rows.filter((row) => isPast(textAt(row, [path]), today))
    if (past.length < rows.length * 0.9) continue
    throw quoting(
      'By the days of a column, everyone in the file would have left',
      show(path),
      '. If these are the last days of the people, call it Last working day. If they are not, leave the column out of the file.',
    )
  }
}

function isPast(value: JsonValue | undefined, today: string): boolean {
  const days = value === undefined ? [] : (readSpan(value)?.ends ?? readDay(value))
  return days.length > 0 && days.every((day) => day >= firstDate && day < today)
}
