import type { JsonValue } from '../../contract/json.ts'
import { bindColumns } from '../file/bind-columns.ts'
import { show } from '../file/clean-value.ts'
import { spreadsheetMapping } from '../file/mappings/spreadsheet.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { quoting } from '../file/unreadable-export.ts'
import { valueAt } from '../file/value-path.ts'

/** A table of people has few columns that are known. */
const mostRows = 100

/** Throws UnreadableExport for a table that has a person in each column, and what it says of them in its first. */
export function refuseTurned(rows: readonly JsonValue[], names: readonly string[]): void {
  const [first = ''] = names
  if (rows.length < 2 || rows.length > mostRows || names.length < 2) return
  const labels = rows.flatMap((row) => {
    const cell = valueAt(row, first)
    return typeof cell === 'string' && cell.trim() !== '' ? [cell] : []
  })
  const { account } = spreadsheetMapping
  const found = knownColumns(labels, account)
  if (
    found.length * 2 < labels.length ||
    found.length <= Math.max(1, knownColumns(names, account).length)
  )
    return
  throw quoting(
    'This table is turned: a person is a column of it, and its first column says what is in each row',
    found.slice(0, 3).map(show).join(', '),
    '. Turn it so that a person is a row (in a spreadsheet: copy it, and paste it transposed), save it as CSV (UTF-8) and import that.',
  )
}

/** Those that are names of columns with which the mapping describes a person. */
export function knownColumns(names: readonly string[], mapping: AccountMapping): string[] {
  const { account } = bindColumns({ account: mapping, groups: [], memberships: [] }, names)
  const known = new Set(
    [
      account.vendor_id,
      account.email,
      account.first_name,
      account.last_name,
      account.full_name,
      account.state.sources.map(({ path }) => path),
      ...Object.values(account.profile_extra),
    ].flat(),
  )
  return [...new Set(names)].filter((name) => known.has(name))
}
