import { parse } from 'csv-parse/sync'

/** Rows of cells, or null where csv-parse finds a fault. */
export function parseCells(text: string, delimiter: string): string[][] | null {
  const hasTexts = text.includes('="')
  const plain = hasTexts ? withoutFormulas(text, delimiter) : text
  const isEscaped = text.includes("'")
  const isOdd = oddBlank.test(plain)
  const options = { delimiter, relax_column_count: true, trim: true, record_delimiter: '\n' }
  try {
    const read: string[][] = parse(isOdd ? keptAtAddresses(plain) : plain, options)
    const rows = isOdd ? read.map((row) => row.map((cell) => cell.replaceAll(mark, ''))) : read
    const cells = hasTexts ? rows.map((row) => row.map(textIn)) : rows
    return isEscaped ? cells.map(withoutEscapes) : cells
  } catch {
    return null
  }
}

/** What csv-parse trims besides plain blanks. At the end of an address it says that this is not that address, so it is kept there. */
const oddBlank = /[\u0085\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/
/** No character of a text. */
const mark = '\ufdd0'

function keptAtAddresses(text: string): string {
  return text.replaceAll(new RegExp(`${oddBlank.source}+`, 'g'), (blanks, at: number) =>
    /@[^@\s",;]{1,255}$/.test(text.slice(Math.max(0, at - 300), at)) ? `${blanks}${mark}` : blanks,
  )
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
