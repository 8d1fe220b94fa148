import type { JsonValue } from '../../contract/json.ts'
import { plainText } from '../file/refuse-other-files.ts'
import { valueAt } from '../file/value-path.ts'

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
 * Throws UnreadableExport for text with separators, by its first line, its other lines, and how many of these have other cells. For tables
 * of which no column is known.
 */
export function refuseText(
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
