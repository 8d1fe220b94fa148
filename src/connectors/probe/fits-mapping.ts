import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonValue } from '../../contract/json.ts'
import { bindColumns, collectColumns } from '../file/bind-columns.ts'
import { show } from '../file/clean-value.ts'
import { hasAddresses } from '../file/read-fields.ts'
import { looksLikeValue } from '../file/json-table.ts'
import type { AccountMapping, Mapping } from '../file/mapping.ts'
import { textsIn } from '../file/mapping-paths.ts'
import { isMusterTable, musterTableMapping } from '../file/muster-table.ts'
import { isNoDay, readDay } from '../file/read-day.ts'
import type { Examine } from '../file/read-export.ts'
import { plainText, withoutHeader } from '../file/find-header.ts'
import { createListGuard } from '../file/record-lists.ts'
import { sniffDelimiter } from '../file/sniff-format.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { saidAt, textAt } from '../file/value-path.ts'

/** Throws UnreadableExport where the first records are not what the mapping was confirmed for. `usual`: those of the product. */
export function examineFit(mapping: Mapping, usual: readonly Mapping[]): Examine {
  return (sample, { format, head }) => {
    const guard = createListGuard()
    const rows = sample.flatMap((row) =>
      row.kind === 'raw' && guard(row) === null ? [row.value] : [],
    )
    const { add, columns } = collectColumns()
    rows.forEach(add)
    const bound = bindColumns(mapping, columns)
    if (format === 'csv') refuseNoTable(head, rows, { bad: sample.length - rows.length, bound })
    if (rows.length === 0) return
    if (isDeepStrictEqual(mapping, musterTableMapping)) return refuseUnknown(rows)
    if (mapping.synonyms === true || usual.some((each) => isDeepStrictEqual(each, mapping))) return
    refuseAddresses(rows, bound.account)
    refuseSharedIds(rows, bound.account)
    refuseOrder(rows, bound.account)
  }
}

const again =
  'If the file is right, run muster connect on it, or send it with probe=true and by=product, and store the mapping that comes of it.'

/** A table of no product that Muster knows has to be confirmed once. */
function refuseUnknown(rows: readonly JsonValue[]): void {
  if (isMusterTable(rows)) return
  throw new UnreadableExport(
    "This table is of no product that Muster knows, nor is it Muster's own table (docs/muster-table.md), so nobody has said what its columns mean. Run muster connect on the file, or send it with probe=true and by=product, answer its questions, and store the mapping that comes of it.",
  )
}

/** Throws UnreadableExport for prose, and where the header has values as the rows below it do. It is not quoted. */
function refuseNoTable(
  head: string,
  rows: readonly JsonValue[],
  { bad, bound }: { bad: number; bound: Mapping },
): void {
  if (bad + rows.length === 0) return refuseOtherHeader(head, bound)
  const [first] = rows
  const cells = isObject(first) ? Object.keys(first) : []
  const known = new Set(textsIn(bound))
  const { length: count } = cells.filter((cell) => known.has(cell))
  if (bad > rows.length && count === 0) throw plainText()
  if (count > 1) return
  const isRow = cells.some((cell) => {
    if (looksLikeValue(cell)) return true
    const test = isMixed(cell) ? isMixed : isNumberOrDay
    const others = rows.flatMap((row) => textAt(row, [cell]) ?? []).map(String)
    return test(cell) && others.length > 0 && others.every((other) => test(other.trim()))
  })
  if (isRow) throw withoutHeader(sniffDelimiter(head))
}

/** An export without rows has a header of which its mapping knows a column. */
function refuseOtherHeader(head: string, bound: Mapping): void {
  const [line = '', ...more] = head.trim().split('\n', 2)
  const cells = line
    .split(sniffDelimiter(line))
    .map((cell) => cell.trim().replaceAll('"', ''))
    .filter((cell) => cell !== '')
  const known = new Set(textsIn(bindColumns(bound, cells)))
  const isOpen = bound.account.vendor_id.length === 0 && cells.length > 1
  if (isOpen || cells.length === 0 || more.length > 0 || cells.some((cell) => known.has(cell)))
    return
  if (cells.length < 2) throw plainText()
  throw new UnreadableExport(
    'The only line of the file has no column that the mapping knows. Export it again with its rows, or name its columns in the mapping.',
  )
}

/** A word of letters and digits, such as a login or a password. */
function isMixed(cell: string): boolean {
  return /^[^\s]{6,100}$/.test(cell) && /\d/.test(cell) && /\p{L}/u.test(cell)
}

/** A number or a day, which is no name of a column. */
function isNumberOrDay(cell: string): boolean {
  return /^(?:[-+]?\d{1,15}(?:[.,]\d{1,15})?|\d{1,4}[-./]\d\d?[-./]\d{1,4})$/.test(cell)
}

/** Columns have moved where most of those that should be addresses are none. */
function refuseAddresses(rows: readonly JsonValue[], { email }: AccountMapping): void {
  const said = rows.map((row) => textAt(row, email)).filter((value) => typeof value === 'string')
  const others = said.filter((value) => !hasAddresses(value))
  if (others.length * 2 <= said.length) return
  throw new UnreadableExport(
    `Most values of ${namesOf(email)} are no addresses, but the mapping reads the e-mail from it: the columns have moved, or it is another table. ${again}`,
  )
}

/** An id that people of several names share tells nobody apart. */
function refuseSharedIds(rows: readonly JsonValue[], account: AccountMapping): void {
  const { vendor_id: ids, email, first_name: first, last_name: last, full_name: full } = account
  const identified = rows.filter((row) => saidAt(row, ids) !== undefined)
  const people = Map.groupBy(identified, (row) => textOf(saidAt(row, ids)))
  const shared = [...people.values()].filter((own) => {
    const names = own.map((row) =>
      [first, last, full].map((paths) => textOf(textAt(row, paths))).join(' '),
    )
    const addresses = own.map((row) => textOf(textAt(row, email)))
    return new Set(names).size > 1 && new Set(addresses).size > 1
  })
  const { length: count } = shared.flat()
  if (count < 3 || count * 10 < identified.length) return
  throw new UnreadableExport(
    `${namesOf(ids)} is not an id: people of different names and addresses have the same one. ${again}`,
  )
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'object' || value === undefined ? '' : String(value).toLowerCase()
}

/** Days that are none in the order of the mapping, but in the other one. */
function refuseOrder(rows: readonly JsonValue[], { state }: AccountMapping): void {
  const { date_order: order, first_day: first = [], ended_at: last = [] } = state
  if (order === undefined) return
  const other = order === 'day_first' ? 'month_first' : 'day_first'
  for (const paths of [first, last])
    for (const row of rows) {
      const value = textAt(row, paths)
      if (value === undefined || isNoDay(value)) continue
      if (readDay(value, order).length > 0 || readDay(value, other).length === 0) continue
      throw new UnreadableExport(
        `${namesOf(paths)} has dates that are none with the ${order === 'day_first' ? 'day' : 'month'} first, as the mapping says: they are written in another order. ${again}`,
      )
    }
}

function namesOf(paths: readonly string[]): string {
  return paths
    .slice(0, 2)
    .map((path) => show(path))
    .join(' or ')
}
