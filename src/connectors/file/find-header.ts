import { mailbox } from '../../contract/mailbox.ts'
import { isNoRecord, nextGroup, textOf } from './split-lines.ts'
import { parseCells } from './parse-cells.ts'
import type { Line } from './split-lines.ts'
import { UnreadableExport } from './unreadable-export.ts'

/** Lines at the beginning among which the header is. */
export const headLines = 30

/** `end`: of its lines. */
type Header = { columns: string[]; end: number }
type HeadLine = Header & { filled: number; isComment: boolean }

/** The line that names the columns, perhaps below a title. Throws UnreadableExport where the first line is a row. */
export function findHeader(lines: readonly Line[], delimiter: string): Header | null {
  return chooseHeader(headLinesOf(lines, delimiter), delimiter)
}

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
  if (widest === 1) {
    refuseQuotedLines(candidates)
    if (wordsIn(candidates[0]) > 3) throw plainText()
  }
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

/** Prose has no separators that come back line by line. A list of addresses alone has a header. */
export function plainText(): UnreadableExport {
  return new UnreadableExport(
    'This is plain text. An export is CSV with a header line, JSON, JSON lines or LDIF; a table that was printed for the screen is none.',
  )
}

function wordsIn(line: Header | undefined): number {
  return line?.columns.join(' ').trim().split(/\s+/).length ?? 0
}

const comment = /^#\s*[^\s#,;|]/

/** Above a header; a header may be a comment itself: `#id,name,email`. */
function withoutComments(candidates: HeadLine[]): HeadLine[] {
  const others = candidates.filter(({ isComment }) => !isComment)
  const [first] = others
  if (first !== undefined && !first.columns.some(isAddressed)) return others
  return candidates.map((each) =>
    each.isComment
      ? { ...each, columns: each.columns.map((name) => name.replace(/^#\s*/, '')) }
      : each,
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

/** An address, also behind a name: `Ada Moreau <ada@acme.example>`. */
function isAddressed(cell: string): boolean {
  return mailbox(/<([^<>]+)>$/.exec(cell)?.[1] ?? cell) !== null
}

function isOfAddresses({ columns }: Header): boolean {
  return columns.every((cell) => cell === '' || isAddressed(cell))
}

/** The row is not quoted: it may have a password, and messages are printed and logged. */
export function withoutHeader(delimiter: string): UnreadableExport {
  const example = ['Employee ID', 'First name', 'Last name', 'Email'].join(delimiter)
  return new UnreadableExport(
    `The first line is a row of a person. Add a header line above it that names the columns, for example: ${example}`,
  )
}

/** The format of the `To:` line of a mail. */
function onOneLine(): UnreadableExport {
  return new UnreadableExport(
    'This is a list of addresses on one line. Put each on a line of its own, below a line Email, and import that as CSV.',
  )
}

/** Throws UnreadableExport where each line is one cell that holds all cells of the row, as some editors save it. */
function refuseQuotedLines([first, second]: readonly Header[]): void {
  const cellsBy = (mark: string, line: Header | undefined) =>
    line?.columns.length === 1 ? (line.columns[0] ?? '').split(mark).length : 0
  const isQuoted = [',', ';', '\t'].some(
    (mark) => cellsBy(mark, first) > 2 && cellsBy(mark, second) === cellsBy(mark, first),
  )
  if (isQuoted)
    throw new UnreadableExport(
      'Each line is one cell, because quotes are around the whole line. Remove the quotes at both ends of each line, and write two quotes in a row as one, or export the table again.',
    )
}

/** Throws UnreadableExport for a header that begins again: the people of the other tables would be lost. */
function refuseSideBySide({ columns }: Header): void {
  const names = columns.map(plainCell).filter((name) => name !== '')
  const width = names.indexOf(names[0] ?? '', 2)
  const isRepeated =
    width !== -1 &&
    names.length % width === 0 &&
    names.every((name, at) => name === names[at % width]) &&
    new Set(names).size === width
  if (isRepeated)
    throw new UnreadableExport(
      'Tables are side by side: the header has the same columns several times. Put the rows of each below those of the first, under one header, and import that.',
    )
}

/** A cell of a header without case, blanks and punctuation. */
export function plainCell(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
