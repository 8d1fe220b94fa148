import type { Calendar } from '../../contract/days.ts'
import { createTurns, inSlices } from '../../http/lists/in-slices.ts'
import { isObject, type JsonValue } from '../../contract/json.ts'
import { absentColumns, type AbsentColumns } from '../file/absent-columns.ts'
import {
  bindColumns,
  bindingsOf,
  columnFinder,
  collectColumns,
  type Binding,
} from '../file/bind-columns.ts'
import { chooseProduct, type Product } from './choose-product.ts'
import type { ReadEncoding } from '../file/decode-text.ts'
import { usualMappings, type IntegrationDefaults } from '../file/mappings/default-mappings.ts'
import type { Mapping } from '../file/mapping.ts'
import {
  readExport,
  readRawRows,
  sampleSize,
  type OpenExport,
  type ReadExportOptions,
} from '../file/read-export.ts'
import { countRefusals, type CountedReason, type Refusals } from '../file/remedies.ts'
import { createListGuard } from '../file/record-lists.ts'
import { isSecretPath } from '../file/secret-keys.ts'
import type { Shape } from '../file/shape.ts'
import type { Format } from '../file/sniff-format.ts'
import {
  type SourceAccount,
  type SourceMembership,
  type SourceRecord,
} from '../file/source-record.ts'
import { findManagers, suggestMapping, type ManagerFinding } from './suggest-settings.ts'
import { looksLikeTotals } from '../file/totals.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { valueAt } from '../file/value-path.ts'
import { findNumberKeys, numbersIn, type NumberKeys } from './number-columns.ts'
import { precedes } from '../file/order-of-rows.ts'
import { refuseAbsences } from './refuse-absences.ts'
import { refuseAllLeft } from './refuse-all-left.ts'
import { refuseMemberships } from './refuse-memberships.ts'
import { refuseThings, refuseTypes } from './refuse-things.ts'
import { refuseTurned } from './refuse-turned.ts'
import {
  probedState,
  probedStates,
  someGroups,
  somePeople,
  type InterpretedGroup,
} from './some-people.ts'
import { refusalOfText } from './refuse-text.ts'
import { usesOfColumns } from './uses-of-columns.ts'
import { stateValues } from './state-values.ts'
import { unknownStates, type UnknownState } from './unknown-states.ts'

/** How a file is read, by its first records. */
export type Interpretation = {
  product: Product
  format: Format
  encoding: ReadEncoding
  /** Null where no record is of a known kind. */
  shape: Shape | null
  /** Records that were looked at. */
  rows: number
  /** Whether these are all of the file. */
  isAll: boolean
  columns: InterpretedColumn[]
  /** Which columns the paths of the mapping are read from. */
  bindings: Binding[]
  people: SourceAccount[]
  groups: InterpretedGroup[]
  memberships: SourceMembership[]
  /** Whether a column is known that identifies a person. */
  isIdentified: boolean
  counts: Record<CountName, number>
  managers: ManagerFinding
  /** Columns of values that look like addresses, if no column is known to hold them. */
  addressColumns: string[]
  unknownStates: UnknownState[]
  /** What the first records have where states are read, most frequent first. */
  stateValues: UnknownState[]
  refusals: Refusals[]
  /** Records that are left out on purpose, by reason, most frequent first. */
  leftOut: LeftOutReason[]
  mapping: Mapping
  /** What an integration that takes the file would name. */
  numberKeys: NumberKeys
  /** Those of the integration that was asked about. */
  stored: StoredKeys | undefined
  /** What the mapping reads from columns that no record has. */
  absent: AbsentColumns[]
}

export type StoredKeys = NumberKeys &
  Pick<IntegrationDefaults, 'managerProfileKey' | 'managerProfileHolds' | 'policyKeys'>

export type LeftOutReason = CountedReason & {
  /** The file can be imported again as a list of these. */
  shape: Shape | null
}

export type InterpretedColumn = {
  name: string
  /** Records that have a value there. */
  filled: number
  /** What is read from it; nothing where it only becomes a key of the profile. */
  becomes: string[]
}

/** What is counted of the records that were read. */
export const countNames = [
  'accounts',
  'groups',
  'memberships',
  'refused',
  'left_out',
  ...probedStates,
  'bots',
  'guests',
  'service_accounts',
  'without_name',
  'without_email',
  'without_department',
] as const
export type CountName = (typeof countNames)[number]

export type Interpreting = {
  /** Opens the file; it is read several times. */
  open: () => OpenExport
  /** Instead of the product's. */
  mapping?: Mapping | undefined
  /** The integration's, instead of those that the file shows. */
  stored?: StoredKeys | undefined
  /** Instead of the product's, with which `mapping` is compared. */
  usual?: readonly Mapping[] | undefined
  /** Instead of the product that the file shows. */
  product?: Product | undefined
  shape?: Shape | undefined
  group?: ReadExportOptions['group'] | undefined
  /** Records that are looked at. */
  most: number
  /** As the source counts days; by default as UTC does. */
  calendar?: Calendar | undefined
}

/** Reads the first records and says how they are understood; nothing is written. Throws what {@link readExport} throws. */
export async function interpretExport(options: Interpreting): Promise<Interpretation> {
  const product = options.product ?? (await chooseProduct(options.open()))
  const raw = await readColumns(options)
  const turns = createTurns()
  const mapping = options.mapping ?? suggestMapping(product, raw.paths, raw)
  await turns.next()
  if (options.shape === undefined && options.group === undefined) {
    if (product.name === 'file') {
      refuseTurned(raw.rows, raw.leaves)
      refuseThings(raw.leaves)
      if (raw.format !== 'csv') refuseTypes(raw.rows)
    }
    if (product.name === 'file' || (product.name === 'ldap' && raw.format === 'csv'))
      refuseMemberships(raw.rows, { names: raw.leaves, columns: raw.paths }, mapping.account)
  }
  if (product.name === 'file' && options.mapping === undefined) {
    refuseAbsences(raw.rows, raw.leaves, mapping.account)
    refuseAllLeft(raw.rows, { columns: raw.paths, today: options.calendar?.today }, mapping.account)
  }
  await turns.next()
  const isUnderstood = options.mapping === undefined && identifies(mapping.account)
  const read = await readRecords(options, {
    mapping,
    examine: isUnderstood ? undefined : refusalOfText(options.mapping ?? product.defaults.mapping),
  })
  if (raw.rows.length + read.records.length === 0)
    throw new UnreadableExport(
      'The file lists nobody: it is empty, or has only a header line. Export it again with its rows.',
    )
  const leftOut = leftOutOf(read.records)
  refuseOthers(read.records, leftOut, options)
  const accounts = read.records.filter((record) => record.kind === 'account')
  const bound = bindColumns(mapping, raw.paths)
  const numberKeys = findNumberKeys(product, raw)
  await turns.next()
  const numbersOf = (column: string) =>
    read.shape === 'accounts'
      ? numbersIn(column, options.stored ?? numberKeys, mapping.account)
      : []
  const usesOf = usesOfColumns(bound, {
    shape: read.shape,
    rows: raw.rows,
    isOfOneGroup: options.group !== undefined,
  })
  await turns.next()
  return {
    product,
    format: raw.format,
    encoding: raw.encoding,
    shape: read.shape,
    rows: read.records.length,
    isAll: read.isAll,
    columns: raw.columns.map((column) => ({
      ...column,
      becomes: [...usesOf(column.name), ...numbersOf(column.name)],
    })),
    bindings: bindingsOf(mapping, raw.paths),
    people: somePeople(accounts),
    groups: someGroups(read.records),
    memberships: read.records.filter((record) => record.kind === 'membership').slice(0, 3),
    isIdentified: read.shape !== null && (read.shape !== 'accounts' || identifies(mapping.account)),
    counts: countRecords(read.records),
    managers: findManagers(accounts, product.defaults, options.stored),
    addressColumns: mapping.account.email.length > 0 ? [] : raw.addressColumns,
    unknownStates: unknownStates(read.records),
    stateValues: read.shape === 'accounts' ? stateValues(raw.rows, bound.account.state) : [],
    refusals: refusalsOf(read.records),
    leftOut,
    mapping,
    numberKeys,
    stored: options.stored,
    // What JSON leaves out may be in a record that was not looked at.
    absent:
      raw.rows.length > 0 && (read.isAll || raw.format === 'csv')
        ? absentColumns(mapping, options.usual ?? usualMappings(product), {
            isThere: columnFinder(raw.paths),
            shape: read.shape,
          })
        : [],
  }
}

/** Whether a column is known that tells people apart. */
function identifies(account: Mapping['account']): boolean {
  const { vendor_id: ids, email, first_name: first, last_name: last, full_name: full } = account
  return [ids, email, first, last, full].some((paths) => paths.length > 0)
}

/** Throws UnreadableExport where everything in the file is left out, though no mapping says so. */
function refuseOthers(
  records: readonly SourceRecord[],
  [first]: Interpretation['leftOut'],
  { mapping, shape }: Interpreting,
): void {
  if (first === undefined || mapping !== undefined || shape !== undefined) return
  if (records.every(({ kind }) => kind === 'left_out'))
    throw new UnreadableExport(
      `The file lists no people, and no groups that Muster knows: ${first.reason}. Export the users themselves.`,
    )
}

/** The columns of records, and those of them that have values of their own, without secrets. A line of totals says nothing of them. */
export function columnsOf(records: readonly JsonValue[]) {
  const { add, columns } = collectColumns()
  for (const record of records) add(record)
  const sample = records.filter((record) => !isTotals(record)).slice(0, sampleSize)
  const valuesOf = (name: string) => sample.map((row) => valueAt(row, name)).filter(isFilled)
  const leaves = columns.filter(
    (name) => !isSecretPath(name) && valuesOf(name).some((value) => typeof value !== 'object'),
  )
  return { paths: columns, rows: sample, leaves, valuesOf }
}

/** Only people have addresses. */
function isTotals(record: JsonValue): boolean {
  return looksLikeTotals(record) && isObject(record) && !Object.values(record).some(isAddress)
}

async function readColumns({ open, most, shape }: Interpreting) {
  const found: { format: Format; encoding: ReadEncoding } = {
    format: 'csv',
    encoding: { encoding: 'utf-8', isAssumed: false },
  }
  const batches = await readRawRows({
    ...open(),
    onFormat: (format) => (found.format = format),
    onEncoding: (encoding) => (found.encoding = encoding),
  })
  const guard = createListGuard()
  const own: JsonValue[] = []
  const others: JsonValue[] = []
  for await (const batch of batches) {
    for (const row of batch)
      if (row.kind === 'raw') (guard(row) === null ? own : others).push(row.value)
    if (own.length + others.length >= most) break
  }
  // What is beside a list of people would be columns of theirs.
  const areOthers = own.length === 0 || shape === 'groups'
  const rows = (areOthers ? [...others, ...own] : own).slice(0, most)
  const { valuesOf, ...known } = columnsOf(rows)
  const columns: { name: string; filled: number }[] = []
  for await (const name of inSlices(known.leaves.slice(0, 500)))
    columns.push({ name, filled: rows.filter((row) => isFilled(valueAt(row, name))).length })
  return {
    ...found,
    ...known,
    columns,
    addressColumns: known.leaves.filter((name) => {
      const values = valuesOf(name)
      return values.length > 0 && values.every(isAddress)
    }),
  }
}

function isAddress(value: JsonValue): boolean {
  return typeof value === 'string' && /^[^\s@]+@[^\s@]+\.\w+$/.test(value)
}

function isFilled(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== ''
}

async function readRecords(
  { open, shape: given, group, most, calendar }: Interpreting,
  by: Pick<ReadExportOptions, 'mapping' | 'examine'>,
) {
  const records: SourceRecord[] = []
  const found: { shape: Shape | null } = { shape: null }
  let isAll = true
  const reading = readExport({
    ...open(),
    ...by,
    calendar,
    ...(given !== undefined && { shape: given }),
    ...(group !== undefined && { group }),
    onShape: (shape) => (found.shape = shape),
  })
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

function countRecords(records: readonly SourceRecord[]): Record<CountName, number> {
  const zero = countNames.map((name) => [name, 0] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  const counts = Object.fromEntries(zero) as Record<CountName, number>
  for (const record of records) for (const name of countsOf(record)) counts[name] += 1
  return counts
}

const kindCounts = { bot: 'bots', guest: 'guests', service: 'service_accounts' } as const

function countsOf(record: SourceRecord): CountName[] {
  if (record.kind === 'bad') return ['refused']
  if (record.kind === 'left_out') return ['left_out']
  if (record.kind === 'group') return ['groups']
  if (record.kind === 'membership') return ['memberships']
  const { fullName, email, profile } = record
  const kind = profile['account_kind']
  return [
    'accounts',
    probedState(record),
    ...(kind === 'bot' || kind === 'guest' || kind === 'service' ? [kindCounts[kind]] : []),
    ...(fullName === '' ? (['without_name'] as const) : []),
    ...(email === null ? (['without_email'] as const) : []),
    ...(isFilled(profile['department']) ? [] : (['without_department'] as const)),
  ]
}

function refusalsOf(records: readonly SourceRecord[]): Refusals[] {
  const counter = countRefusals()
  for (const record of records) if (record.kind === 'bad') counter.add(record.reason, record.line)
  return counter.list(3)
}

function leftOutOf(records: readonly SourceRecord[]): LeftOutReason[] {
  const rows = records.filter((record) => record.kind === 'left_out')
  return [...Map.groupBy(rows, ({ shape }) => shape ?? null)]
    .flatMap(([shape, those]) => {
      const counter = countRefusals()
      for (const { reason, line } of those) counter.add(reason, line)
      return counter.reasons(5).map((each) => Object.assign({}, each, { shape }))
    })
    .toSorted((one, other) => other.rows - one.rows)
}

/** The settings of an integration that takes the file. */
export function settingsOf({
  product,
  mapping,
  managers,
  numberKeys,
  stored,
}: Interpretation): IntegrationDefaults {
  if (stored !== undefined) return { ...product.defaults, ...stored, mapping }
  return {
    ...product.defaults,
    ...numberKeys,
    mapping,
    ...(managers.found > 0 && {
      managerProfileKey: managers.key,
      managerProfileHolds: managers.holds,
    }),
  }
}
