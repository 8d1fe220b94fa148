import type { JsonValue } from '../../contract/json.ts'
import { bindColumns, collectColumns } from '../file/bind-columns.ts'
import { show } from '../file/clean-value.ts'
import type { Mapping } from '../file/mapping.ts'
import type { Examine } from '../file/read-export.ts'
import { withoutHeader } from '../file/read-csv.ts'
import { plainText } from '../file/refuse-other-files.ts'
import { sniffDelimiter } from '../file/sniff-format.ts'
import { quoting, type UnreadableExport } from '../file/unreadable-export.ts'
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
    const names = rows.length === 0 ? cellsOf(line) : columns
    if (names.length === 0 || isAnyKnown(names, mapping)) return
    if (sample.length === 0) throw noHeader(names, line)
    refuseText(names, { rows, bad: sample.length - rows.length })
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
  const split = (text: string) =>
    text.split(delimiter).map((cell) => cell.trim().replaceAll('"', ''))
  const cells = split(line)
  if (cells.filter((cell) => ofWord.test(cell)).length < 2) return
  const next = below === undefined ? cells : split(below)
  const areBelow = (at: number) => {
    const values = rows.map((row) => valueAt(row, cells[at] ?? '')).filter((cell) => cell !== '')
    return values.length === 0
      ? ofValue.test(next[at] ?? '')
      : values.every((cell) => typeof cell === 'string' && ofValue.test(cell.trim()))
  }
  const isRow = cells.some((cell, at) => ofValue.test(cell) && areBelow(at))
  if (isRow && countKnown(cells, mapping) < 2) throw withoutHeader(cells, delimiter)
}

function countKnown(names: readonly string[], mapping: Mapping): number {
  const known = new Set(textsIn(bindColumns(mapping, names)))
  return names.filter((name) => name !== '' && known.has(name)).length
}

function cellsOf(line: string): string[] {
  const cells = line.split(sniffDelimiter(line)).map((cell) => cell.trim().replaceAll('"', ''))
  return cells.filter((cell) => cell !== '')
}

function isAnyKnown(names: readonly string[], mapping: Mapping): boolean {
  return countKnown(names, mapping) > 0
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** An export without rows has a header that its mapping knows. */
function noHeader(names: readonly string[], line: string): UnreadableExport {
  return names.length < 2 || names.some(isOfText)
    ? plainText(line)
    : quoting(
        'The only line of the file has no column that the mapping knows',
        show(line),
        '. Export it again with its rows, or name its columns in the mapping.',
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
    throw plainText(names.join(',').trim())
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
