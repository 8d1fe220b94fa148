import { putOwn, type JsonValue } from '../../contract/json.ts'
import type { BadRow } from './source-record.ts'
import { isEmail } from './emails-in.ts'
import { parseCells } from './parse-cells.ts'
import type { RawRow } from './raw-row.ts'
import { createLineSplitter, type Line } from './split-lines.ts'
import { show, totals } from './clean-value.ts'
import { UnreadableExport } from './unreadable-export.ts'

/** Limits of one record whose quoted cells hold line breaks; beyond them a quote was left open. */
const maxLines = 100
const maxChars = 256 * 1024
/** Lines that are read without a turn for other work; some may have to be read one by one. */
const linesAtOnce = 1000
/** Lines at the beginning among which the header is. */
const headLines = 30

type Group = { lines: Line[]; isComplete: boolean }

/**
 * CSV with a header line, perhaps below a title; one object of strings per record. Lines are gathered into records by
 * their quotes and csv-parse reads a batch at a time. Where that fails the batch is read again
 * record by record: a broken one costs its first line, not everything up to the next quote.
 */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<RawRow[]> {
  const splitter = createLineSplitter(maxChars)
  let columns: string[] | null = null
  let carried: Line[] = []
  let isBelowGap = true

  // Tables that were put below each other may have the same columns in another order.
  function read(lines: Line[], isLast: boolean): RawRow[] {
    let rest = lines
    if (columns === null) {
      if (lines.length < headLines && !isLast) {
        carried = lines
        return []
      }
      const header = findHeader(lines, delimiter)
      rest = lines.slice(header?.end ?? lines.length)
      columns = header?.columns ?? null
    }
    if (columns === null) return []
    const result = readLines(rest, { columns, delimiter, isLast, isBelowGap })
    carried = result.carried
    columns = result.columns
    isBelowGap = result.isBelowGap
    return result.rows
  }

  for await (const chunk of chunks) {
    const lines = splitter.push(chunk)
    for (let at = 0; at < lines.length; at += linesAtOnce)
      yield read([...carried, ...lines.slice(at, at + linesAtOnce)], false)
  }
  yield read([...carried, ...splitter.end()], true)
}

type Reading = {
  columns: string[]
  delimiter: string
  isLast: boolean
  /** Whether the line above is blank, apart from the table, or the header. */
  isBelowGap: boolean
}
type Reads = { rows: RawRow[]; carried: Line[]; columns: string[]; isBelowGap: boolean }

function readLines(lines: Line[], reading: Reading): Reads {
  const groups: Group[] = []
  let at = 0
  while (at < lines.length) {
    const group = nextGroup(lines, at)
    at += group.lines.length
    if (group.isComplete && isNoRecord(group)) continue
    groups.push(group)
  }
  const last = groups.at(-1)
  const carried = last && isUnfinished(last) && !reading.isLast ? last.lines : []
  if (carried.length > 0) groups.pop()
  const rows = readBatch(groups, reading)
  if (!rows) return readOneByOne(lines, reading)
  const end = lines[lines.length - carried.length - 1]
  return {
    rows,
    carried,
    columns: reading.columns,
    isBelowGap: end === undefined ? reading.isBelowGap : isGap([end]),
  }
}

/** Null if any of the records is at fault. */
function readBatch(groups: readonly Group[], reading: Reading): RawRow[] | null {
  if (groups.some((group) => !group.isComplete)) return null
  const table = parseCells(groups.map(textOf).join('\n'), reading.delimiter)
  if (table?.length !== groups.length) return null
  const rows: RawRow[] = []
  const names = plainNames(reading.columns)
  for (const [index, group] of groups.entries()) {
    const cells = table[index] ?? []
    if (cells.length !== reading.columns.length) return null
    if (mayHaveApart(reading) && isAlone(cells)) return null
    if (isReordered(cells, names) && !repeatsHeader(cells, reading.columns)) return null
    if (cells.every((cell) => cell === '') || repeatsHeader(cells, reading.columns)) continue
    rows.push(rowOf(group, cells, reading.columns))
  }
  return rows
}

function readOneByOne(lines: Line[], reading: Reading): Reads {
  const rows: RawRow[] = []
  const names = plainNames(reading.columns)
  let { columns, isBelowGap } = reading
  let at = 0
  while (at < lines.length) {
    const group = nextGroup(lines, at)
    if (isUnfinished(group) && !reading.isLast)
      return { rows, carried: lines.slice(at), columns, isBelowGap }
    columns = reorderedColumns(group, { ...reading, columns, names })
    const here = { ...reading, columns }
    const row = (isBelowGap ? readApart(group, here) : null) ?? readGroup(group, here)
    if (row) rows.push(row)
    at += row?.kind === 'bad' && !isApart(row) ? 1 : group.lines.length
    isBelowGap =
      row === null ? isBelowGap || isGap(group.lines) : isApart(row) || isAloneTotal(group, here)
  }
  return { rows, carried: [], columns, isBelowGap }
}

/** The columns from here on, which are others if the group is a header of theirs in another order. */
function reorderedColumns(
  group: Group,
  { columns, delimiter, names }: Reading & { names: ReadonlySet<string> },
): string[] {
  if (!group.isComplete || columns.length < 2) return columns
  const cells = parseCells(textOf(group), delimiter)?.[0] ?? []
  if (!isReordered(cells, names) || repeatsHeader(cells, columns)) return columns
  const own = new Map(columns.map((name) => [plain(name), name]))
  return cells.map((cell) => own.get(plain(cell)) ?? '')
}

/** Whether all cells are names of columns. */
function isReordered(cells: readonly string[], names: ReadonlySet<string>): boolean {
  if (!cells.every((cell) => cell === '' || names.has(plain(cell)))) return false
  const filled = cells.filter((cell) => cell !== '').length
  return filled > 1 && filled * 3 > names.size * 2
}

/** A heading may follow what counts the rows above. */
function isAloneTotal(group: Group, { delimiter }: Reading): boolean {
  const cells = totals.test(textOf(group).replace(/^"/, ''))
    ? parseCells(textOf(group), delimiter)?.[0]
    : null
  return isAlone(cells ?? [])
}

function isApart(row: RawRow): boolean {
  return row.kind === 'bad' && row.leftOut !== undefined
}

function isGap(lines: readonly Line[]): boolean {
  return lines.every(({ text }) => text !== null && /^[\s,;|"]*$/.test(text))
}

/** A line of one cell below a blank line, or below the header: a heading, or what stands below a report. */
function readApart(group: Group, reading: Reading): RawRow | null {
  if (!group.isComplete || isNoRecord(group) || !mayHaveApart(reading)) return null
  const text = textOf(group)
  const cells = parseCells(text, reading.delimiter)?.[0] ?? []
  if (!isAlone(cells)) return null
  const [heading = ''] = cells
  // Among cells that are empty it may be the name of a person of whom nothing else is known.
  const mayBePerson = cells.length > 1 && !/\d/.test(heading)
  return { ...apart(group.lines[0]?.line ?? 0, heading), leftOut: { mayBePerson } }
}

function apart(line: number, heading: string): BadRow {
  const reason = `a line apart from the rows, such as a heading or a footer: ${show(heading)}`
  return { ...bad(line, reason), heading, leftOut: {} }
}

/** A row of one or two cells may be one of the table. */
function mayHaveApart({ columns }: Reading): boolean {
  return columns.length >= 3
}

/** Whether only the first cell says something, and no address. */
function isAlone(cells: readonly string[]): boolean {
  if (cells.findLastIndex((cell) => cell !== '') !== 0) return false
  const [first = ''] = cells
  return /\p{L}{2}/u.test(first) && !first.includes('@')
}

function readGroup(group: Group, reading: Reading): RawRow | null {
  if (group.isComplete && isNoRecord(group)) return null
  const row = readCells(group, reading)
  return row?.kind === 'bad' && row.heading === undefined && row.leftOut === undefined
    ? { ...row, ...firstCellOf(group, reading) }
    : row
}

/** Further cells of a line with a separator or a quote too many may stand in other columns. */
function firstCellOf({ lines }: Group, { columns, delimiter }: Reading): Pick<BadRow, 'firstCell'> {
  const [text = '', next = ''] = (lines[0]?.text ?? '')
    .split(delimiter, 2)
    .map((cell) => cell.trim())
  const column = columns[0] ?? ''
  const isWhole = /^[\w.@-]*\d[\w.@-]*$|^[\w.+-]+@[\w.-]+$/.test(text)
  // `1,234` is one number.
  const isSplit = /^\d{1,3}$/.test(text) && /^\d{3}$/.test(next)
  return isWhole && !isSplit && column !== '' ? { firstCell: { column, text } } : {}
}

function readCells(group: Group, { columns, delimiter }: Reading): RawRow | null {
  const line = group.lines[0]?.line ?? 0
  const text = textOf(group)
  if (!group.isComplete)
    return bad(line, `a line over ${maxChars} characters, or a quote that is not closed`)
  const cells = parseCells(text, delimiter)?.[0]
  if (!cells) return bad(line, 'a quote inside a cell or not closed')
  const given = cells.findLastIndex((cell) => cell !== '') + 1
  if (given === 0 || repeatsHeader(cells, columns)) return null
  if (cells.length < columns.length || given > columns.length) {
    if (given === 1 && totals.test(cells[0] ?? ''))
      return { ...bad(line, 'a line of totals'), leftOut: {} }
    const reason = `${cells.length} cells where the header has ${columns.length}`
    return { ...bad(line, reason), ...(given === 1 && { heading: cells[0] ?? '' }) }
  }
  return rowOf(group, cells, columns)
}

/** An address, also behind a name: `Ada Moreau <ada@acme.example>`. */
function isAddressed(cell: string): boolean {
  return isEmail(/<([^<>]+)>$/.exec(cell)?.[1] ?? cell)
}

type Header = { columns: string[]; end: number }
function findHeader(lines: readonly Line[], delimiter: string): Header | null {
  return chooseHeader(headLinesOf(lines, delimiter), delimiter)
}

type HeadLine = Header & { filled: number; isComment: boolean }

/** Excel's first line that names the separator is none of them. */
function headLinesOf(lines: readonly Line[], delimiter: string): HeadLine[] {
  const found: HeadLine[] = []
  let at = 0
  while (at < lines.length && found.length < headLines) {
    const group = nextGroup(lines, at)
    const text = textOf(group)
    const cells = group.isComplete ? parseCells(text, delimiter)?.[0] : undefined
    at += cells === undefined ? 1 : group.lines.length
    if (isNoRecord(group) || /^sep=.$/i.test(text)) continue
    // A first line that is broken is the header all the same; other broken lines are rows.
    if (cells === undefined && found.length > 0) continue
    const columns = cells ?? (group.lines[0]?.text ?? '').split(delimiter)
    const filled = columns.filter((cell) => cell !== '').length
    found.push({ columns, end: at, filled, isComment: comment.test(text) })
  }
  return found
}

/** The first record with nearly as many cells as the widest one: titles and dates of a report stand above its header. */
function chooseHeader(found: HeadLine[], delimiter: string): Header | null {
  const candidates = withoutComments(found)
  const widest = candidates.reduce((most, { filled }) => Math.max(most, filled), 0)
  if (widest === 1) refuseQuotedLines(candidates)
  const wide = candidates.filter(({ filled }) => filled > widest * 0.7)
  const [first, second] = wide
  if (first !== undefined && first === candidates[0] && first.columns.some(isAddressed))
    throw candidates.length === 1 && first.filled > 1 && isOfAddresses(first)
      ? onOneLine()
      : withoutHeader(delimiter)
  // A row of a person above which there is no such header is not one.
  if (first?.columns.some((cell) => cell.includes('@')) === true) return candidates[0] ?? null
  const isSpread = first !== undefined && second !== undefined && spreads(first, second)
  const header = isSpread ? second : first
  if (header === undefined) return null
  // Under merged headings the columns of a manager have the names of the person's.
  const above = candidates.slice(0, candidates.indexOf(header))
  if (above.every(({ filled }) => filled < 2)) refuseSideBySide(header)
  return header
}

/** Throws UnreadableExport where each line is one cell that holds all cells of the row, as some editors save it. */
function refuseQuotedLines([first, second]: readonly Header[]): void {
  const [header = ''] = first?.columns ?? []
  const separator = [',', ';', '\t'].find((each) => header.split(each).length > 2)
  const isOne = (line: Header | undefined) =>
    line?.columns.length === 1 &&
    line.columns[0]?.split(separator ?? '').length === header.split(separator ?? '').length
  if (separator === undefined || !isOne(first) || !isOne(second)) return
  throw new UnreadableExport(
    'Each line is one cell, because quotes are around the whole line. Remove the quotes at both ends of each line, and write two quotes in a row as one, or export the table again.',
  )
}

/** Throws UnreadableExport for a header that begins again: the people of the other tables would be lost. */
function refuseSideBySide({ columns }: Header): void {
  const names = columns.filter((name) => name !== '')
  const known = names.map(plain)
  const width = known.indexOf(known[0] ?? '', 2)
  if (width === -1 || known.length % width !== 0) return
  if (known.some((name, at) => name !== known[at % width])) return
  if (new Set(known).size < width) return
  throw new UnreadableExport(
    'Tables are side by side: the header has the same columns several times. Put the rows of each below those of the first, under one header, and import that.',
  )
}

const comment = /^#\s*[^\s#,;|]/

/** Above a header; a header may be a comment itself: `#id,name,email`. */
function withoutComments<T extends Header & { isComment: boolean }>(candidates: T[]): T[] {
  const others = candidates.filter(({ isComment }) => !isComment)
  const [first] = others
  if (first !== undefined && !first.columns.some(isAddressed)) return others
  return candidates.map((each) =>
    each.isComment
      ? { ...each, columns: each.columns.map((name) => name.replace(/^#\s*/, '')) }
      : each,
  )
}

/** The row is not quoted: it may have a password, and messages are printed and logged. */
export function withoutHeader(delimiter: string): UnreadableExport {
  const example = ['Employee ID', 'First name', 'Last name', 'Email'].join(delimiter)
  return new UnreadableExport(
    `The first line is a row of a person. Add a header line above it that names the columns, for example: ${example}`,
  )
}

function isOfAddresses({ columns }: Header): boolean {
  return columns.every((cell) => cell === '' || isAddressed(cell))
}

/** The format of the `To:` line of a mail. */
function onOneLine(): UnreadableExport {
  return new UnreadableExport(
    'This is a list of addresses on one line. Put each on a line of its own, below a line Email, and import that as CSV.',
  )
}

/** A line of merged cells (`Person,Person,Work,Work`) stands above the line that names the columns. */
function spreads({ columns }: Header, below: Header): boolean {
  return (
    repeats(columns) && !repeats(below.columns) && !below.columns.some((cell) => /[@\d]/.test(cell))
  )
}

function repeats(columns: readonly string[]): boolean {
  const filled = columns.filter((cell) => cell !== '')
  return new Set(filled).size < filled.length
}

function nextGroup(lines: readonly Line[], at: number): Group {
  const group: Group = { lines: [], isComplete: false }
  let isOpen = false
  let chars = 0
  for (let index = at; index < lines.length && group.lines.length < maxLines; index += 1) {
    const line = lines[index]
    if (!line) break
    group.lines.push(line)
    if (line.text === null) return group
    chars += line.text.length
    if (countQuotes(line.text) % 2 === 1) isOpen = !isOpen
    if (!isOpen) return { ...group, isComplete: true }
    if (chars > maxChars) return group
  }
  return group
}

/** Its end may be in the next chunk. */
function isUnfinished(group: Group): boolean {
  if (group.isComplete || group.lines.length >= maxLines) return false
  const chars = group.lines.reduce((sum, line) => sum + (line.text?.length ?? maxChars + 1), 0)
  return chars <= maxChars
}

function rowOf(group: Group, cells: readonly string[], columns: readonly string[]): RawRow {
  const value: Record<string, JsonValue> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column === '' || Object.hasOwn(value, column)) continue
    putOwn(value, column, cell)
  }
  const chars = group.lines.reduce((sum, line) => sum + (line.text?.length ?? 0), 0)
  return { kind: 'raw', line: group.lines[0]?.line ?? 0, value, chars }
}

function countQuotes(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1
  return count
}

function textOf(group: Group): string {
  return group.lines.map((line) => line.text ?? '').join('\n')
}

function isBlank(group: Group): boolean {
  return group.lines.every((line) => line.text !== null && line.text.trim() === '')
}

/** The line below the header of a printed table, and the count of rows below the last one. */
function isNoRecord(group: Group): boolean {
  if (isBlank(group)) return true
  const text = group.lines.length === 1 ? (group.lines[0]?.text ?? '').trim() : ''
  return (
    (text.includes('---') && /^[-+|:=\s]+$/.test(text)) ||
    /^\(?\d+ rows?(?: in set(?: \([\d.]+ sec\))?| affected| selected\.?)?\)?$/i.test(text)
  )
}

/** A header again, as in files that were joined, or in other words below the names of the columns. */
function repeatsHeader(cells: readonly string[], columns: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '').length
  if (filled < 2) return false
  const same = cells.filter((cell, at) => cell !== '' && plain(cell) === plain(columns[at] ?? ''))
  return same.length * 2 > filled
}

const knownNames = new WeakMap<readonly string[], ReadonlySet<string>>()

function plainNames(columns: readonly string[]): ReadonlySet<string> {
  const names = knownNames.get(columns) ?? new Set(columns.map(plain))
  knownNames.set(columns, names)
  return names
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function bad(line: number, reason: string): BadRow {
  return { kind: 'bad', line, reason }
}
