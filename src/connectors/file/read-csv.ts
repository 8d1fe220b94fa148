import { putOwn, type JsonValue } from '../../contract/json.ts'
import type { BadRow } from './source-record.ts'
import { findHeader, headLines, plainCell } from './find-header.ts'
import { isNoRecord, isUnfinished, maxChars, nextGroups, textOf } from './split-lines.ts'
import type { LineGroup } from './split-lines.ts'
import { parseCells } from './parse-cells.ts'
import type { RawRow } from './raw-row.ts'
import { createLineSplitter, type Line } from './split-lines.ts'
import { show, totals } from './clean-value.ts'

/** Lines that are read without a turn for other work; some may have to be read one by one. */
const linesAtOnce = 1000

/**
 * CSV with a header line, perhaps below a title; one object of strings per record. Lines are gathered into records by
 * their quotes and csv-parse reads many at a time. Where that fails they are read again
 * one by one: a broken record costs its first line, not everything up to the next quote.
 */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<RawRow[]> {
  const splitter = createLineSplitter(maxChars)
  const read = createTableReader(delimiter)
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk)
    for (let at = 0; at < lines.length; at += linesAtOnce)
      yield read(lines.slice(at, at + linesAtOnce), false)
  }
  yield read(splitter.end(), true)
}

/** `isBelowGap`: the line above is blank, apart from the table, or the header. */
type Place = { delimiter: string; columns: readonly string[]; isBelowGap: boolean }

function createTableReader(delimiter: string): (next: Line[], isLast: boolean) => RawRow[] {
  let place: Place | null = null
  let carried: readonly Line[] = []

  return (next, isLast) => {
    const lines = [...carried, ...next]
    carried = []
    let at = 0
    if (place === null) {
      if (lines.length < headLines && !isLast) carried = lines
      const header = carried.length > 0 ? null : findHeader(lines, delimiter)
      if (header === null) return []
      place = { delimiter, columns: header.columns, isBelowGap: true }
      at = header.end
    }
    const rows: RawRow[] = []
    let most = linesAtOnce
    while (at < lines.length) {
      const groups = nextGroups(lines, at, most)
      if (!isLast && groups.some(isUnfinished)) break
      const read = readGroups(groups, place)
      for (const row of read.rows) rows.push(row)
      at += read.lines
      most = read.isWhole ? Math.min(most * 2, linesAtOnce) : 1
    }
    carried = lines.slice(at)
    return rows
  }
}

/** Reads groups until one of several lines is at fault, which costs its first line. `isWhole`: all of them were read. */
function readGroups(
  groups: readonly LineGroup[],
  place: Place,
): { rows: RawRow[]; lines: number; isWhole: boolean } {
  const rows: RawRow[] = []
  const table = cellsOf(groups, place.delimiter)
  if (table === null) return { rows, lines: 0, isWhole: false }
  let lines = 0
  for (const group of groups) {
    const cells = table.get(group)
    // Tables that were put below each other may have the same columns in another order.
    place.columns = reordered(cells, place.columns) ?? place.columns
    const row = readGroup(group, cells, place)
    if (row !== null) rows.push(row)
    place.isBelowGap = isGapBelow(row, { group, cells, place })
    const isFault = row?.kind === 'bad' && row.leftOut === undefined
    lines += isFault ? 1 : group.lines.length
    if (isFault && group.lines.length > 1) return { rows, lines, isWhole: false }
  }
  return { rows, lines, isWhole: true }
}

type Cells = readonly string[] | undefined

/** The cells of records. A single one that is at fault has none; null where one of several is at fault. */
function cellsOf(
  groups: readonly LineGroup[],
  delimiter: string,
): ReadonlyMap<LineGroup, readonly string[]> | null {
  const records = groups.filter((group) => group.isComplete && !isNoRecord(group))
  if (records.length === 0) return new Map()
  const table = parseCells(records.map(textOf).join('\n'), delimiter)
  if (table?.length !== records.length) return groups.length > 1 ? null : new Map()
  return new Map(records.map((group, at) => [group, table[at] ?? []]))
}

/** The columns in their new order where all cells are names of columns. */
function reordered(cells: Cells, columns: readonly string[]): readonly string[] | null {
  if (cells === undefined || columns.length < 2) return null
  const names = plainNames(columns)
  if (!cells.every((cell) => cell === '' || names.has(plainCell(cell)))) return null
  const filled = cells.filter((cell) => cell !== '').length
  if (filled < 2 || filled * 3 <= names.size * 2 || repeatsHeader(cells, columns)) return null
  return cells.map((cell) => names.get(plainCell(cell)) ?? '')
}

const knownNames = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** Columns by their plain names. */
function plainNames(columns: readonly string[]): ReadonlyMap<string, string> {
  const names = knownNames.get(columns) ?? new Map(columns.map((name) => [plainCell(name), name]))
  knownNames.set(columns, names)
  return names
}

/** A header again, as in files that were joined, or in other words below the names of the columns. */
function repeatsHeader(cells: readonly string[], columns: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '').length
  if (filled < 2) return false
  const same = cells.filter(
    (cell, at) => cell !== '' && plainCell(cell) === plainCell(columns[at] ?? ''),
  )
  return same.length * 2 > filled
}

/** A heading may follow what counts the rows above. */
function isGapBelow(
  row: RawRow | null,
  { group, cells = [], place }: { group: LineGroup; cells: Cells; place: Place },
): boolean {
  if (row === null)
    return place.isBelowGap || group.lines.every(({ text }) => /^[\s,;|"]*$/.test(text ?? 'x'))
  const isApart = row.kind === 'bad' && row.leftOut !== undefined
  return isApart || (isAlone(cells) && totals.test(cells[0] ?? ''))
}

/** Whether only the first cell says something, and no address. */
function isAlone(cells: readonly string[]): boolean {
  if (cells.findLastIndex((cell) => cell !== '') !== 0) return false
  const [first = ''] = cells
  return /\p{L}{2}/u.test(first) && !first.includes('@')
}

function readGroup(group: LineGroup, cells: Cells, place: Place): RawRow | null {
  const { columns, isBelowGap } = place
  const line = group.lines[0]?.line ?? 0
  if (!group.isComplete)
    return fault(group, `a line over ${maxChars} characters, or a quote that is not closed`, place)
  if (isNoRecord(group)) return null
  if (cells === undefined) return fault(group, 'a quote inside a cell or not closed', place)
  const given = cells.findLastIndex((cell) => cell !== '') + 1
  if (given === 0 || repeatsHeader(cells, columns)) return null
  const [heading = ''] = cells
  // A row of one or two cells may be one of the table.
  if (isBelowGap && columns.length >= 3 && isAlone(cells)) {
    const reason = `a line apart from the rows, such as a heading or a footer: ${show(heading)}`
    // A cell with empty ones beside it may be a name: a person without other values.
    const mayBePerson = cells.length > 1 && !/\d/.test(heading)
    return { kind: 'bad', line, reason, heading, leftOut: { mayBePerson } }
  }
  if (cells.length >= columns.length && given <= columns.length) return rowOf(group, cells, columns)
  if (given === 1 && totals.test(heading))
    return { kind: 'bad', line, reason: 'a line of totals', leftOut: {} }
  const reason = `${cells.length} cells where the header has ${columns.length}`
  return given === 1 ? { kind: 'bad', line, reason, heading } : fault(group, reason, place)
}

/** Further cells of a line with a separator or a quote too many may stand in other columns. */
function fault({ lines }: LineGroup, reason: string, { columns, delimiter }: Place): BadRow {
  const [first] = lines
  const row: BadRow = { kind: 'bad', line: first?.line ?? 0, reason }
  const [text = '', next = ''] = (first?.text ?? '').split(delimiter, 2).map((cell) => cell.trim())
  const column = columns[0] ?? ''
  const isWhole = /^[\w.@-]*\d[\w.@-]*$|^[\w.+-]+@[\w.-]+$/.test(text)
  // `1,234` is one number.
  const isSplit = /^\d{1,3}$/.test(text) && /^\d{3}$/.test(next)
  return isWhole && !isSplit && column !== '' ? { ...row, firstCell: { column, text } } : row
}

function rowOf({ lines }: LineGroup, cells: readonly string[], columns: readonly string[]): RawRow {
  const value: Record<string, JsonValue> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column === '' || Object.hasOwn(value, column)) continue
    putOwn(value, column, cell)
  }
  const chars = lines.reduce((sum, line) => sum + (line.text?.length ?? 0), 0)
  return { kind: 'raw', line: lines[0]?.line ?? 0, value, chars }
}
