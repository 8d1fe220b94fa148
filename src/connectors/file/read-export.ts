import type { Calendar } from '../../contract/days.ts'
import { isObject } from '../../contract/json.ts'
import { emailKey } from '../../contract/mailbox.ts'
import { createTurns } from '../../http/lists/in-slices.ts'
import { collectColumns, createBinder } from './bind-columns.ts'
import { show } from './clean-value.ts'
import type { Mapping } from './mapping.ts'
import { createMemberReader, isMemberTable } from './member-table.ts'
import type { Shape } from './shape.ts'
import type { Encoding, ReadEncoding } from './decode-text.ts'
import { openExport, type ExportSource, type OpenedExport } from './open-export.ts'
import { createAccountReader, notAnObject } from './read-account.ts'
import { readCsv } from './read-csv.ts'
import { createGroupReader } from './read-group.ts'
import { readLdif } from './read-ldif.ts'
import { readMembership, type KnownGroup } from './read-membership.ts'
import { withinKeys, type RawRow } from './raw-row.ts'
import type { RelateRows } from './relate-rows.ts'
import { createListGuard, mayBePerson } from './record-lists.ts'
import { chooseIdPath, createRecogniser } from './recognise-rows.ts'
import { refuseOtherFiles } from './refuse-other-files.ts'
import { holds, kindsOf } from './shape.ts'
import { sniffDelimiter, sniffFormat, type Format } from './sniff-format.ts'
import type { BadRow, SourceRecord } from './source-record.ts'
import { readJson, readJsonl } from './read-json.ts'
import { textAt } from './value-path.ts'

/** How an export is opened, without a mapping. */
export type OpenExport = ExportSource & {
  /** Detected from the text and the name by default. */
  format?: Format
  /** Found out by default. */
  encoding?: Encoding
  /** Called when the encoding is known, and again if it turns out to be another one. */
  onEncoding?: (read: ReadEncoding) => void
  /** Called for every piece read from the source, with its bytes (packed, for `.gz`). */
  onBytes?: (count: number) => void
  /** What products need for records that name each other. */
  relate?: RelateRows
}

/** How its rows are read. */
export type ReadingOptions = {
  mapping: Mapping
  /** As the source counts days; by default as UTC does. */
  calendar?: Calendar | undefined
  /** The keys that held the ids of the accounts that are known, most frequent first. */
  idKeys?: readonly string[]
  /** What the file lists, where the mapping's tests can't detect it. */
  shape?: Shape
  /** The group of a list of members whose records do not name it. */
  group?: KnownGroup
  /** Called with the first records, before any is read; what it throws ends the reading. */
  examine?: Examine | undefined
  /** Called once, when the first record has shown the shape. */
  onShape?: (shape: Shape) => void
  /** Called at the end with the columns of the records. */
  onColumns?: (columns: readonly string[], format: Format) => void
}

export type ReadExportOptions = OpenExport &
  ReadingOptions & {
    /** Called at the end with the reason if, by its pages, the file can't be all of the source's records. */
    onUnfinished?: (why: string) => void
  }

/** `head`: the beginning of the text. */
export type Examine = (
  rows: readonly RawRow[],
  text: Readonly<{ format: Format; head: string }>,
) => void

/**
 * Reads a vendor export record by record; memory grows only with the ids seen (one vendor id per
 * account or group), and with the entries of a directory that wait for a name: its groups, and people whose manager is further down. Faulty rows come as `bad` and don't end the reading. Throws UnreadableExport if the
 * file can't be one list (see recognise-rows.ts), and what the file system throws.
 */
export async function* readExport(options: ReadExportOptions): AsyncGenerator<SourceRecord> {
  yield* readRecords(await openRows(options, options.onUnfinished), options)
}

/** Reads rows of an export that is open, as {@link readExport} does. */
export async function* readRecords(
  { rows: all, format, head }: OpenedRows,
  options: ReadingOptions,
): AsyncGenerator<SourceRecord> {
  const collected = collectColumns()
  const turns = createTurns()
  let read = readNothing
  const batches = examined(all, (first) => {
    const isDeclared = options.shape !== undefined || options.group !== undefined
    if (!isDeclared && isMemberTable(first, options.mapping)) {
      options.onShape?.('groups')
      read = createMemberReader()
      return
    }
    options.examine?.(first, { format, head })
    read = createRowReader(options, { format, first, collected })
  })
  for await (const rows of batches) {
    for (const row of rows) {
      for (const record of read(row)) {
        if (turns.isDue()) await turns.next()
        yield record
      }
    }
  }
  options.onColumns?.(collected.columns, format)
}

/** Records that show what a file is. */
export const sampleSize = 200

async function* examined(
  batches: OpenedRows['rows'],
  examine: (rows: readonly RawRow[]) => void,
): AsyncGenerator<readonly RawRow[]> {
  let first: RawRow[] | null = []
  for await (const rows of batches) {
    if (first === null) {
      yield rows
      continue
    }
    for (const row of rows) first.push(row)
    if (first.length < sampleSize) continue
    examine(first.slice(0, sampleSize))
    yield first
    first = null
  }
  if (first === null) return
  examine(first)
  yield first
}

/** The records as the format holds them. `head`: the beginning of the text. */
export type OpenedRows = {
  rows: AsyncIterable<readonly RawRow[]> | Iterable<readonly RawRow[]>
  format: Format
  head: string
}

/** Throws what {@link readExport} throws. */
export async function openRows(
  options: OpenExport,
  onUnfinished: (why: string) => void = () => {},
): Promise<OpenedRows> {
  const opened = await openExport(options, options.onBytes, options)
  const { head } = opened
  const format = options.format ?? sniffFormat(head, opened.name)
  try {
    refuseOtherFiles(head, format)
  } catch (error) {
    // What is never read is closed by nobody else.
    for await (const _ of opened.chunks) break
    throw error
  }
  const rows = bounded(rowsOf(opened, format, onUnfinished))
  return { rows: options.relate?.(rows, { head, format }) ?? rows, format, head }
}

async function* bounded(batches: AsyncIterable<RawRow[]>): AsyncGenerator<RawRow[]> {
  for await (const rows of batches) yield rows.map(withinKeys)
}

function rowsOf(
  opened: OpenedExport,
  format: Format,
  onUnfinished: (why: string) => void,
): AsyncIterable<RawRow[]> {
  if (format === 'jsonl') return readJsonl(opened.chunks)
  if (format === 'json') return readJson(opened.chunks, onUnfinished)
  if (format === 'ldif') return readLdif(opened.chunks)
  return readCsv(opened.chunks, sniffDelimiter(opened.head))
}

type ReadRow = (row: RawRow) => Iterable<SourceRecord>

const readNothing: ReadRow = () => []

/** `first`: the first records. */
function createRowReader(
  options: ReadingOptions,
  {
    format,
    first,
    collected,
  }: { format: Format; first: readonly RawRow[]; collected: ReturnType<typeof collectColumns> },
): ReadRow {
  const { mapping: given, idKeys = [], calendar: days = {} } = options
  const idPath = chooseIdPath(first, given, idKeys)
  const ids = idPath === undefined ? given.account.vendor_id : [idPath]
  const bind = createBinder({ ...given, account: { ...given.account, vendor_id: ids } }, collected)
  const withId = ({ firstCell: cell, ...row }: BadRow): BadRow =>
    cell !== undefined && cell.column === idPath
      ? { ...row, vendorId: emailKey(cell.text) ?? cell.text }
      : row
  const recognise = createRecogniser({ ...options, format })
  const guard = createListGuard()
  const readers: Record<Shape, RowReader> = {
    accounts: createAccounts(days),
    groups: createGroups(),
    memberships: (row, mapping) => {
      const record = readMembership(row, mapping, options.group)
      return record ? [record] : []
    },
  }
  const listsPeople = options.shape === undefined || options.shape === 'accounts'
  let isKnown = false
  return (row) => {
    if (row.kind === 'bad') {
      const { line, reason, leftOut: apart } = row
      return [apart === undefined ? withId(row) : { kind: 'left_out', line, reason, ...apart }]
    }
    const mapping = bind(row.value)
    if (mapping.ignore?.when.some((tests) => holds(row.value, tests)) === true)
      return [leftOut(row, 'neither a person nor a group, by the mapping')]
    const { known } = row
    if (known === 'other')
      return [leftOut(row, 'neither a person nor a group, by its object class')]
    const place = guard(row)
    const isPerson = known !== 'group' && place === null
    const by = isPerson ? mapping : { ...mapping, account: { ...mapping.account, when: [] } }
    if (!isPerson && !(isObject(row.value) && kindsOf(row.value, by).length > 0)) {
      const which = `${known === 'group' ? 'a group' : place}, which the mapping does not read`
      const mayBe = place !== null && listsPeople && mayBePerson(row.value, row)
      return [{ ...leftOut(row, which), ...(mayBe && { mayBePerson: true }) }]
    }
    const shape = recognise(row, by)
    if (shape === null) return [unknownRow(row)]
    if (typeof shape === 'object') return [leftOut(row, shape.why, shape.leftOut)]
    if (!isKnown) options.onShape?.(shape)
    isKnown = true
    return readers[shape](row, mapping)
  }
}

type Days = Partial<Calendar>
type RowReader = (row: RawRow, mapping: Mapping) => Iterable<SourceRecord>

function createAccounts(days: Days): RowReader {
  const read = createAccountReader(days)
  return (row, mapping) => [read(row, mapping.account)]
}

function createGroups(): RowReader {
  const read = createGroupReader()
  return (row, mapping) => read(row, mapping.groups)
}

function leftOut(
  { line, value }: RawRow & { kind: 'raw' },
  why: string,
  shape?: Shape,
): SourceRecord {
  const name = textAt(value, ['dn', 'id', 'name'])
  const reason = name === undefined ? why : `${show(name)} is ${why}`
  return { kind: 'left_out', line, reason, ...(shape !== undefined && { shape }) }
}

function unknownRow(row: RawRow & { kind: 'raw' }): SourceRecord {
  const { line, value } = row
  if (!isObject(value)) return { kind: 'bad', line, reason: notAnObject(value) }
  // Without a header the columns of a table are called as the values of its first row.
  const { length } = Object.keys(value)
  const reason = `not an account, group or member by this mapping, which names none of its ${length} columns`
  return { kind: 'bad', line, reason }
}
