import { plainText } from '../file/refuse-other-files.ts'

/** Marks of prose, code and logs in what would be the name of a column. */
const ofText: readonly RegExp[] = [
  /[.:;!{}]$|[{}]| = |\)\s*$/,
  /^\s*(?:[-*>#]+ |\/\/|\/\*|import |from |package |const |let |var |function |def |class |return |select |dear |hello |hi )/i,
  /\d{4}-\d\d-\d\d|\d\d:\d\d/,
  /(?:\S+\s+){6}\S/,
]

/**
 * Throws UnreadableExport for text with separators, by its first line and by how many lines have other cells. For tables of which no
 * column is known.
 */
export function refuseText(
  names: readonly string[],
  { rows, bad }: { rows: number; bad: number },
): void {
  if (bad > rows || names.some((name) => ofText.some((mark) => mark.test(name))))
    throw plainText(names.join(',').trim())
}
