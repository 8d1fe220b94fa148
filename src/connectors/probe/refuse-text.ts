import type { JsonValue } from '../../contract/json.ts'
import { looksLikeValue } from '../file/json-table.ts'
import { bindColumns, collectColumns } from '../file/bind-columns.ts'
import type { Mapping } from '../file/mapping.ts'
import type { Examine } from '../file/read-export.ts'
import { withoutHeader } from '../file/read-csv.ts'
import { plainText } from '../file/refuse-other-files.ts'
import { sniffDelimiter } from '../file/sniff-format.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { knownColumns } from './refuse-turned.ts'
import { valueAt } from '../file/value-path.ts'

/** Refuses text that has the format of a table, where the mapping knows none of the columns. */
export function refusalOfText(mapping: Mapping): Examine {
  return (sample, { format, head }) => {
    if (format !== 'csv') return
    const rows = sample.flatMap((row) => (row.kind === 'raw' ? [row.value] : []))
    const { add, columns } = collectColumns()
    rows.forEach(add)
    const [line = '', ...more] = head.trim().split('\n', 2)
    refuseValues(head, rows, mapping)
    if (sample.length === 0 && more.length > 0) return
    const names = rows.length === 0 ? cellsIn(line).filter((cell) => cell !== '') : columns
    if (names.length === 0) return
    if (countKnown(names, mapping) === 0) {
      if (sample.length === 0) throw noHeader(names)
      refuseText(names, { rows, bad: sample.length - rows.length })
    }
    refuseFirstRow(head, rows, mapping)
  }
}

/** A number or a day, which is no name of a column. */
const ofValue = /^(?:[-+]?\d{1,15}(?:[.,]\d{1,15})?|\d{1,4}[-./]\d\d?[-./]\d{1,4})$/
/** A word, with which a person's name is written. */
const ofWord = /^\p{L}[\p{L}\p{M}\p{N}'’. -]*$/u

/**
 * Throws UnreadableExport where the first line has values as the lines below it do, and words beside them. One of these may be
 * the name of a column, such as `Manager`. Rows that are mostly like the first one have been taken for headers again.
 */
function refuseValues(head: string, rows: readonly JsonValue[], mapping: Mapping): void {
  const [line = '', below] = head.trim().split('\n', 2)
  const delimiter = sniffDelimiter(line)
  const cells = cellsIn(line, delimiter)
  if (cells.filter((cell) => ofWord.test(cell)).length < 2) return
  const next = below === undefined ? cells : cellsIn(below, delimiter)
  const areBelow = (at: number) => {
    const values = rows.map((row) => valueAt(row, cells[at] ?? '')).filter((cell) => cell !== '')
    return values.length === 0
      ? ofValue.test(next[at] ?? '')
      : values.every((cell) => typeof cell === 'string' && ofValue.test(cell.trim()))
  }
  const isRow = cells.some((cell, at) => ofValue.test(cell) && areBelow(at))
  if (isRow && countKnown(cells, mapping) < 2) throw withoutHeader(delimiter)
}

/** Throws UnreadableExport where no column is known, and the name of one is a value. */
function refuseFirstRow(head: string, rows: readonly JsonValue[], mapping: Mapping): void {
  const [line = '', below] = head.trim().split('\n', 2)
  const [cells, next] = [cellsIn(line), below === undefined ? [] : cellsIn(below)]
  if (knownColumns(cells, mapping.account).length > 0) return
  const isRow =
    cells.filter((cell) => ofWord.test(cell)).length < 2
      ? cells.some((cell) => looksLikeValue(cell))
      : cells.some((cell, at) => isValue(cell, { rows, below: next[at] }))
  if (isRow) throw withoutHeader(sniffDelimiter(line))
}

/** Whether the name of a column is a value as those below it. */
function isValue(
  cell: string,
  { rows, below }: { rows: readonly JsonValue[]; below: string | undefined },
): boolean {
  if (looksLikeValue(cell)) return true
  const values = rows.map((row) => cellOf(row, cell)).filter((value) => value !== '')
  if (values.length === 0) return below !== undefined && isMixed(cell) && isMixed(below)
  return values.includes(cell) || (isMixed(cell) && values.every(isMixed))
}

/** A word of letters and digits, such as a login or a password. */
function isMixed(cell: string): boolean {
  return /^[^\s]{6,}$/.test(cell) && /\d/.test(cell) && /\p{L}/u.test(cell)
}

function countKnown(names: readonly string[], mapping: Mapping): number {
  const known = new Set(textsIn(bindColumns(mapping, names)))
  return names.filter((name) => name !== '' && known.has(name)).length
}

function cellsIn(line: string, delimiter = sniffDelimiter(line)): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replaceAll('"', ''))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** An export without rows has a header that its mapping knows. */
function noHeader(names: readonly string[]): UnreadableExport {
  return names.length < 2 || names.some(isOfText)
    ? plainText()
    : new UnreadableExport(
        'The only line of the file has no column that the mapping knows. Export it again with its rows, or name its columns in the mapping.',
      )
}

/** Marks of prose, code and logs in what would be the name of a column. */
const ofText: readonly RegExp[] = [
  /[;!{}]$|[{}]| = /,
  /^\s*(?:[-*>#]+ |\/\/|\/\*|import |from |package |const |let |var |function |def |class |return |select |dear |hello |hi )/i,
]

/** Marks that a table's header may have too, as in `Surname (new)`, `Employee no.` or `As of 2026-01-01`. */
const ofTextOrHeader: readonly RegExp[] = [
  /[.:]$/,
  /\)\s*$/,
  /\d{4}-\d\d-\d\d|\d\d:\d\d/,
  /(?:\S+\s+){6}\S/,
]

/**
 * Throws UnreadableExport for text with separators, by its first line, its other lines, and how many of these have other cells.
 */
function refuseText(
  names: readonly string[],
  { rows, bad }: { rows: readonly JsonValue[]; bad: number },
): void {
  const isRegular = bad === 0 && rows.length >= 2 && names.length >= 2
  const isText = (name: string) =>
    isOfText(name) ||
    ofTextOrHeader.some(
      (mark) =>
        mark.test(name) && !(isRegular && rows.some((row) => !mark.test(cellOf(row, name)))),
    )
  const isTextRow = (row: JsonValue) => names.some((name) => isOfText(cellOf(row, name)))
  if (bad > rows.length || names.some(isText) || (rows.length > 0 && rows.every(isTextRow)))
    throw plainText()
}

/** Characters of a cell that are looked at: some marks take the square of the time. */
const mostCharacters = 300

function isOfText(text: string): boolean {
  return ofText.some((mark) => mark.test(text))
}

function cellOf(row: JsonValue, name: string): string {
  const cell = valueAt(row, name)
  return typeof cell === 'string' ? cell.slice(0, mostCharacters) : ''
}
