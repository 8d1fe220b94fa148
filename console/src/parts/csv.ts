import type { Column } from './columns.ts'

/** Rows as CSV with the headers of the columns, for a spreadsheet. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ]
  return lines.map((line) => `${line.map(fieldOf).join(',')}\r\n`).join('')
}

/** Quoted where it must be. A text that a spreadsheet would run as a formula begins with an apostrophe. */
function fieldOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
