import { stringify } from 'csv-stringify/browser/esm/sync'
import { csvOptions } from '../gen/csv-options.ts'
import type { Column } from './columns.ts'

/** Rows as CSV with the headers of the columns, for a spreadsheet. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ]
  return stringify(lines, csvOptions)
}
