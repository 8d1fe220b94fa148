import { parse } from 'csv-parse/sync'

/** Rows of cells, or null where csv-parse finds a fault. */
export function parseCells(text: string, delimiter: string): string[][] | null {
  const hasTexts = text.includes('="')
  const plain = hasTexts ? withoutFormulas(text, delimiter) : text
  const isEscaped = text.includes("'")
  const options = { delimiter, relax_column_count: true, trim: true, record_delimiter: '\n' }
  try {
    const rows: string[][] = parse(plain, options)
    const cells = hasTexts ? rows.map((row) => row.map(textIn)) : rows
    return isEscaped ? cells.map(withoutEscapes) : cells
  } catch {
    return null
  }
}

/** So that a spreadsheet keeps its zeros a number is written as a formula, `="0042"`. */
function withoutFormulas(text: string, delimiter: string): string {
  const edge = RegExp.escape(delimiter)
  return text.replaceAll(
    new RegExp(`(?<=^|${edge}|\\n)="([^"\\n]*)"(?=${edge}|\\n|$)`, 'g'),
    '"$1"',
  )
}

/** The text of such a formula that is quoted itself. */
function textIn(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
}

/** So that a spreadsheet takes no text for a formula, Auth0 and others write an apostrophe before each: `'Ada`. */
function withoutEscapes(cells: string[]): string[] {
  return cells.filter(isText).length >= 2 && !cells.some(isOther)
    ? cells.map((cell) => cell.replace(/^'/, ''))
    : cells
}

function isText(cell: string): boolean {
  return cell.startsWith("'") && !/^'.*'$/.test(cell)
}

function isOther(cell: string): boolean {
  return !isText(cell) && !/^$|^[\d.:TZ+-]+$|^(?:true|false)$/.test(cell)
}
