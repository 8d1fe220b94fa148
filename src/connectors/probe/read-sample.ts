import { dayAt, type Calendar } from '../../contract/days.ts'
import type { JsonValue } from '../../contract/json.ts'
import { inSlices } from '../../http/lists/in-slices.ts'
import { totals } from '../file/clean-value.ts'
import type { ReadEncoding } from '../file/decode-text.ts'
import type { RawRow } from '../file/raw-row.ts'
import { openRows, readRecords, type OpenExport, type ReadingOptions } from '../file/read-export.ts'
import { createListGuard } from '../file/record-lists.ts'
import type { Shape } from '../file/shape.ts'
import type { Format } from '../file/sniff-format.ts'
import type { SourceAccount, SourceRecord } from '../file/source-record.ts'
import { valueAt } from '../file/value-path.ts'
import { relateRows } from '../vendors.ts'
import { columnOf, columnsOf, describeColumns } from './columns.ts'

/** The first records of a file, before any mapping. */
export type Sample = {
  format: Format
  /** The beginning of the text. */
  head: string
  encoding: ReadEncoding
  raw: readonly RawRow[]
  /** Whether these are all of the file. */
  isAll: boolean
  /** Those of `raw` that could be read. */
  records: readonly JsonValue[]
  /** The records of the list that counts. */
  rows: readonly JsonValue[]
  /** All paths in these rows. */
  paths: readonly string[]
  /** Paths with values. */
  columns: readonly { name: string; filled: number }[]
  addressColumns: string[]
  /** The column of badge numbers, by its name. */
  badgeColumn: string | null
  /** Lines between the rows. */
  headings: readonly string[]
}

export async function readSample({
  source,
  most,
  shape,
}: {
  source: OpenExport
  /** Records at most. */
  most: number
  shape?: Shape | undefined
}): Promise<Sample> {
  const read: { encoding: ReadEncoding } = { encoding: { encoding: 'utf-8', isAssumed: false } }
  const onEncoding = (encoding: ReadEncoding) => (read.encoding = encoding)
  const {
    rows: batches,
    format,
    head,
  } = await openRows({
    ...source,
    onEncoding,
    relate: relateRows,
  })
  const raw: RawRow[] = []
  for await (const batch of batches) {
    for (const row of batch) raw.push(row)
    if (raw.length > most) break
  }
  const first = raw.slice(0, most)
  const rows = rowsThatCount(first, shape)
  const known = columnsOf(rows)
  const described = describeColumns(known.rows, known.leaves)
  const columns: { name: string; filled: number }[] = []
  for await (const name of inSlices(known.leaves.slice(0, mostColumns)))
    columns.push({ name, filled: rows.filter((row) => isFilled(valueAt(row, name))).length })
  return {
    ...read,
    format,
    head,
    raw: first,
    isAll: raw.length <= most,
    records: first.flatMap((row) => (row.kind === 'raw' ? [row.value] : [])),
    rows,
    paths: known.paths,
    columns,
    addressColumns: described.filter((each) => each.isOfAddresses).map(({ name }) => name),
    badgeColumn: columnOf('badge', described)?.name ?? null,
    headings: headingsIn(first),
  }
}

/** More are not listed. */
const mostColumns = 500

/** What is beside a list of people would be columns of theirs. */
function rowsThatCount(raw: readonly RawRow[], shape: Shape | undefined): JsonValue[] {
  const guard = createListGuard()
  const own: JsonValue[] = []
  const others: JsonValue[] = []
  for (const row of raw)
    if (row.kind === 'raw') (guard(row) === null ? own : others).push(row.value)
  return own.length === 0 || shape === 'groups' ? [...others, ...own] : own
}

function headingsIn(raw: readonly RawRow[]): string[] {
  return raw
    .flatMap((row) => (row.kind === 'bad' && row.heading !== undefined ? [row.heading] : []))
    .map((heading) => heading.slice(0, 100))
    .filter((heading) => !totals.test(heading))
}

export function isFilled(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== ''
}

type Reading = {
  most: number
  shape?: Shape | undefined
  group?: ReadingOptions['group'] | undefined
  calendar?: Calendar | undefined
}

/** What a mapping makes of the first rows of a file: at most `most` records. */
export async function readRows(
  { raw, format, head }: Sample,
  { shape: given, group, most, calendar }: Reading,
  by: Pick<ReadingOptions, 'mapping' | 'examine'>,
) {
  const records: SourceRecord[] = []
  const found: { shape: Shape | null } = { shape: null }
  let isAll = true
  const reading = readRecords(
    { rows: [raw], format, head },
    {
      ...by,
      calendar,
      ...(given !== undefined && { shape: given }),
      ...(group !== undefined && { group }),
      onShape: (shape) => (found.shape = shape),
    },
  )
  for await (const record of reading) {
    if (records.length >= most) {
      isAll = false
      break
    }
    records.push(record)
  }
  return { records: withoutRepeated(records, calendar?.today), shape: found.shape, isAll }
}

/** Of several rows of an account one counts, as in an import; the others are left out. */
function withoutRepeated(records: readonly SourceRecord[], today?: string): SourceRecord[] {
  const chosen = new Map<string, SourceAccount>()
  for (const each of records) {
    if (each.kind !== 'account') continue
    const before = chosen.get(each.vendorId)
    if (before === undefined || precedes(each, before, today)) chosen.set(each.vendorId, each)
  }
  return records.map((each) => {
    const counting = each.kind === 'account' ? chosen.get(each.vendorId) : undefined
    if (counting === undefined || counting === each) return each
    const reason = `another row of the account counts, in line ${counting.line}`
    return { kind: 'left_out', line: each.line, reason }
  })
}

type Row = Pick<SourceAccount, 'state' | 'line' | 'given'>

/** Whether a row of an account counts rather than another one of it, where nothing is known from before (see choose-rows.ts). */
function precedes(one: Row, other: Row, today = dayAt(new Date(), 'UTC')): boolean {
  const places = [placeOf(one, today), placeOf(other, today)]
  const [first = [], second = []] = places
  const at = first.findIndex((value, index) => value !== second[index])
  return at >= 0 && (first[at] ?? 0) < (second[at] ?? 0)
}

function placeOf({ state, line, given }: Row, today: string): number[] {
  const firstDay = given?.firstDay ?? null
  const isAhead = firstDay !== null && firstDay > today
  const phase = state === 'deactivated' ? 2 : Number(isAhead)
  const newestFirst = firstDay === null ? Infinity : -Date.parse(firstDay)
  return [phase, Number((given?.state ?? state) !== 'active'), newestFirst, line]
}
