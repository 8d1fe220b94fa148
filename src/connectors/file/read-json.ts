import { limits } from './source-record.ts'
import { parseJsonRow, tooLongRow, type RawRow } from './raw-row.ts'
import { createLineSplitter, type Line } from './split-lines.ts'
import { createRowNamer } from './json-table.ts'
import { JsonSplitter } from './split-json.ts'

/** One large JSON text, or several in a row. `onUnfinished` is called with the reason if the pages can't be all. */
export async function* readJson(
  chunks: AsyncIterable<string>,
  onUnfinished: (why: string) => void,
): AsyncGenerator<RawRow[]> {
  const splitter = new JsonSplitter()
  const named = createRowNamer()
  for await (const chunk of chunks) yield named(splitter.push(chunk), splitter.columns())
  yield named(splitter.end(), splitter.columns())
  const why = splitter.unfinished()
  if (why !== null) onUnfinished(why)
}

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
