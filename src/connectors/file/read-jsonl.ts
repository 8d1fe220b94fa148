import { limits } from './source-record.ts'
import { parseJsonRow, tooLongRow, type RawRow } from './raw-row.ts'
import { createLineSplitter, type Line } from './split-lines.ts'

/** One JSON value per line; blank lines are passed over. */
export async function* readJsonl(chunks: AsyncIterable<string>): AsyncGenerator<RawRow[]> {
  const splitter = createLineSplitter(limits.recordChars)
  for await (const chunk of chunks) yield splitter.push(chunk).flatMap(rowOf)
  yield splitter.end().flatMap(rowOf)
}

function rowOf({ line, text }: Line): RawRow[] {
  if (text === null) return [tooLongRow(line)]
  return text.trim() === '' ? [] : [parseJsonRow(line, withoutComma(text))]
}

/** Lines of a list that was cut into lines end with commas. */
function withoutComma(text: string): string {
  const bare = text.trimEnd()
  const record = bare.endsWith(',') ? bare.slice(0, -1).trimEnd() : ''
  return /[}\]]$/.test(record) ? record : text
}
