import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { visible } from '../contract/text.ts'

/** A command that ends with a message and an exit code of its own. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A result on standard output: as one line of JSON for programs, or as text for people. */
export function print(asJson: boolean | undefined, value: unknown, text: () => string): void {
  process.stdout.write(`${asJson === true ? JSON.stringify(value) : harmless(text())}\n`)
}

/** News for people, on standard error, so that standard output stays the result's. */
export function say(line: string): void {
  process.stderr.write(`${harmless(line)}\n`)
}

// The styles below begin with the character that terminals obey.
// oxlint-disable-next-line eslint/no-control-regex
const layout = /([\t\n]|\u001b\[(?:1|2|22)m)/

/**
 * Keeps lines, tabs and our own styles, and makes other control characters visible: some texts come from foreign
 * files.
 */
function harmless(text: string): string {
  return text
    .split(layout)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join('')
}

export function bold(text: string): string {
  return styleText('bold', text)
}

export function dim(text: string): string {
  return styleText('dim', text)
}

/** Columns aligned, two blanks apart; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === row.length - 1
          ? cell
          : cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))),
      )
      .join('  ')
  return rows.map(line).join('\n')
}

/** A table below its headings, for people; a terminal shows of each line what fits. */
export function titledTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const [first = '', ...lines] = table([headings, ...rows]).split('\n')
  const width = process.stdout.isTTY ? process.stdout.columns : Infinity
  return [bold(cut(first, width)), ...lines.map((line) => cut(line, width))].join('\n')
}

function cut(line: string, width: number): string {
  if (stringWidth(line) <= width) return line
  let [kept, left] = ['', width - 1]
  for (const { segment } of graphemes.segment(line)) {
    left -= stringWidth(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept}…`
}

const graphemes = new Intl.Segmenter()

/** An instant in the zone of this machine, to the minute: `2026-11-24 15:37`. */
export function localTime(instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  )
}
