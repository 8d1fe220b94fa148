import type { SourceRecord } from '../file/source-record.ts'

/** Counts the records, because those of an API have no line of their own. */
export async function* numbered(
  records: AsyncIterable<SourceRecord>,
): AsyncGenerator<SourceRecord> {
  let line = 0
  for await (const record of records) {
    line += 1
    yield { ...record, line }
  }
}
