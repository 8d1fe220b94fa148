import { styleText } from 'node:util'
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
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
  return rows.map(line).join('\n')
}
