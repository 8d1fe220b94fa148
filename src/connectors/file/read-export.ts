import { createBinder } from './bind-columns.ts'
import { show } from './clean-value.ts'
import type { Mapping } from './mapping.ts'
import type { Shape } from './shape.ts'
import { openExport, type ExportSource, type OpenedExport } from './open-export.ts'
import { createAccountReader } from './read-account.ts'
import { readCsv } from './read-csv.ts'
import { createGroupReader } from './read-group.ts'
import { readJsonl } from './read-jsonl.ts'
import { readMembership, type KnownGroup } from './read-membership.ts'
import type { RawRow } from './raw-row.ts'
import { createRecogniser } from './recognise-rows.ts'
import { refuseOtherFiles } from './refuse-other-files.ts'
import { sniffDelimiter, sniffFormat, type Format } from './sniff-format.ts'
import type { SourceRecord } from './source-record.ts'
import { readJson } from './split-json.ts'
import { isObject } from './value-path.ts'

export type ReadExportOptions = ExportSource & {
  mapping: Mapping
  /** Detected from the text and the name by default. */
  format?: Format
  /** What the file lists, where the mapping's tests can't detect it. */
  shape?: Shape
  /** The group of a list of members whose records do not name it. */
  group?: KnownGroup
  /** Called for every piece read from the source, with its bytes (packed, for `.gz`). */
  onBytes?: (count: number) => void
  /** Called once, when the first record has shown the shape. */
  onShape?: (shape: Shape) => void
  /** Called at the end with the reason if, by its pages, the file can't be all of the source's records. */
  onUnfinished?: (why: string) => void
}

/**
 * Reads a vendor export record by record; memory grows only with the ids seen (one vendor id per
 * account or group). Faulty rows come as `bad` and don't end the reading. Throws UnreadableExport if the
 * file can't be one list (see recognise-rows.ts), and what the file system or zlib throws.
 */
export async function* readExport(options: ReadExportOptions): AsyncGenerator<SourceRecord> {
  const opened = await openExport(options, options.onBytes)
  const format = options.format ?? sniffFormat(opened.head, opened.name)
  refuseOtherFiles(opened.head, format)
  const read = createRowReader(options, format)
  const onUnfinished = (why: string) => options.onUnfinished?.(why)
  for await (const rows of readRows(opened, format, onUnfinished)) {
    for (const row of rows) {
      for (const record of read(row)) yield record
    }
  }
}

function readRows(
  opened: OpenedExport,
  format: Format,
  onUnfinished: (why: string) => void,
): AsyncIterable<RawRow[]> {
  if (format === 'jsonl') return readJsonl(opened.chunks)
  if (format === 'json') return readJson(opened.chunks, onUnfinished)
  return readCsv(opened.chunks, sniffDelimiter(opened.head))
}

function createRowReader(
  options: ReadExportOptions,
  format: Format,
): (row: RawRow) => Iterable<SourceRecord> {
  const bind = createBinder(options.mapping)
  const recognise = createRecogniser({ ...options, format })
  const readers: Record<Shape, RowReader> = {
    accounts: createAccounts(),
    groups: createGroups(),
    memberships: (row, mapping) => {
      const record = readMembership(row, mapping, options.group)
      return record ? [record] : []
    },
  }
  let isKnown = false
  return (row) => {
    if (row.kind === 'bad') return [row]
    const mapping = bind(row.value)
    const shape = recognise(row, mapping)
    if (shape === null) return [unknownRow(row)]
    if (!isKnown) options.onShape?.(shape)
    isKnown = true
    return readers[shape](row, mapping)
  }
}

type RowReader = (row: RawRow, mapping: Mapping) => Iterable<SourceRecord>

function createAccounts(): RowReader {
  const read = createAccountReader()
  return (row, mapping) => [read(row, mapping.account)]
}

function createGroups(): RowReader {
  const read = createGroupReader()
  return (row, mapping) => read(row, mapping.groups)
}

function unknownRow(row: RawRow & { kind: 'raw' }): SourceRecord {
  const { line, value } = row
  if (!isObject(value)) return { kind: 'bad', line, reason: `not an object: ${show(value)}` }
  const keys = Object.keys(value).join(', ')
  const reason = `not an account, group or member by this mapping: it has ${keys === '' ? 'no keys' : show(keys)}`
  return { kind: 'bad', line, reason }
}
