import type { Calendar } from '../../contract/days.ts'
import { createTurns, inSlices } from '../../http/lists/in-slices.ts'
import type { JsonValue } from '../../contract/json.ts'
import { absentColumns, type AbsentColumns } from '../file/absent-columns.ts'
import { bindColumns, bindingsOf, columnFinder, type Binding } from '../file/bind-columns.ts'
import { chooseProduct, type Product } from './choose-product.ts'
import type { ReadEncoding } from '../file/decode-text.ts'
import type { IntegrationDefaults } from '../pull/describe-vendor.ts'
import { usualMappings } from '../vendors.ts'
import type { Mapping } from '../file/mapping.ts'
import {
  readExport,
  readRawRows,
  type OpenExport,
  type ReadExportOptions,
} from '../file/read-export.ts'
import { examineFit } from './fits-mapping.ts'
import { countRefusals, type CountedReason, type Refusals } from '../file/remedies.ts'
import { createListGuard } from '../file/record-lists.ts'
import type { Shape } from '../file/shape.ts'
import type { Format } from '../file/sniff-format.ts'
import {
  type SourceAccount,
  type SourceMembership,
  type SourceRecord,
} from '../file/source-record.ts'
import { findManagers, type ManagerFinding } from './find-managers.ts'
import { totals } from '../file/clean-value.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { valueAt } from '../file/value-path.ts'
import { precedes } from '../file/order-of-rows.ts'
import { columnsOf, columnOf, describeColumns } from './columns.ts'
import { propose } from './propose.ts'
import { createQuestions, type Answers, type Question } from './question.ts'
import {
  probedState,
  probedStates,
  someGroups,
  somePeople,
  type InterpretedGroup,
} from './some-people.ts'
import { usesOfColumns } from './uses-of-columns.ts'
import { stateValues } from './state-values.ts'
import { unknownIn, type UnknownState } from '../file/unknown-states.ts'

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
  /** What the file does not say by itself; nothing where its mapping is known. */
  questions: readonly Question[]
  /** What an integration that takes the file would name. */
  numberKeys: NumberKeys
  /** Those of the integration that was asked about. */
  stored: StoredKeys | undefined
  /** What the mapping reads from columns that no record has. */
  absent: AbsentColumns[]
}

/** The keys of profiles that have the numbers of people. */
export type NumberKeys = Pick<
  IntegrationDefaults,
  'badgeIdProfileKey' | 'employeeIdProfileKey' | 'employeeAltIdProfileKey'
>

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
  /** What was said to the questions of a table that is not known. */
  answers?: Answers | undefined
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
  const { mapping, questions } = understand(product, raw, options)
  await turns.next()
  const usual = options.usual ?? usualMappings(product)
  const fit = examineFit(mapping, options.mapping === undefined ? [mapping] : usual)
  const read = await readRecords(options, { mapping, examine: fit })
  if (raw.rows.length + read.records.length === 0)
    throw new UnreadableExport(
      'The file lists nobody: it is empty, or has only a header line. Export it again with its rows.',
    )
  const leftOut = leftOutOf(read.records)
  refuseOthers(read.records, leftOut, options)
  const accounts = read.records.filter((record) => record.kind === 'account')
  const bound = bindColumns(mapping, raw.paths)
  const numberKeys = numberKeysOf(product, raw)
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
    unknownStates: unknownIn(read.records),
    stateValues: read.shape === 'accounts' ? stateValues(raw.rows, bound.account.state) : [],
    refusals: refusalsOf(read.records),
    leftOut,
    mapping,
    questions,
    numberKeys,
    stored: options.stored,
    // What JSON leaves out may be in a record that was not looked at.
    absent:
      raw.rows.length > 0 && (read.isAll || raw.format === 'csv')
        ? absentColumns(mapping, usual, {
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

type RawColumns = Awaited<ReturnType<typeof readColumns>>

/** The mapping that is given, that of the product, or that of a table which someone has to confirm. */
function understand(
  product: Product,
  raw: RawColumns,
  { mapping, answers = {} }: Interpreting,
): { mapping: Mapping; questions: readonly Question[] } {
  if (mapping !== undefined) return { mapping, questions: [] }
  if (product.name === 'file') {
    const proposal = propose(raw.rows, answers)
    return {
      ...proposal,
      questions: [...askHeadings(raw.headings, answers), ...proposal.questions],
    }
  }
  return { mapping: bindColumns(product.defaults.mapping, raw.paths), questions: [] }
}

/** Lines between the rows may say that the people below have left, which no row of theirs does. */
function askHeadings(headings: readonly string[], answers: Answers): readonly Question[] {
  if (headings.length === 0) return []
  const { questions, ask } = createQuestions(answers)
  const choice = { rows: headings.length, examples: headings.slice(0, 3) }
  const answer = ask({
    id: 'headings',
    text: 'Some lines between the rows are left out. Do they say who is still here, such as “Leavers”?',
    choices: [
      { value: 'no', label: 'No', ...choice },
      { value: 'yes', label: 'Yes', ...choice },
    ],
    proposed: null,
  })
  if (answer === 'yes')
    throw new UnreadableExport(
      'Headings between the rows say who is still here. Say it in a column such as Status in the row of each person, remove the headings, and connect that.',
    )
  return questions
}

/** The keys of the product; of a table that is not known, the name of its column of badge numbers. */
function numberKeysOf({ name, defaults }: Product, { rows, leaves }: RawColumns): NumberKeys {
  const { badgeIdProfileKey, employeeIdProfileKey, employeeAltIdProfileKey } = defaults
  const badge = name === 'file' ? columnOf('badge', describeColumns(rows, leaves)) : undefined
  return {
    badgeIdProfileKey: name === 'file' ? (badge?.name ?? null) : badgeIdProfileKey,
    employeeIdProfileKey,
    employeeAltIdProfileKey,
  }
}

/** The numbers of people that a column has, which is a key of their profile. */
function numbersIn(
  column: string,
  { badgeIdProfileKey, employeeIdProfileKey, employeeAltIdProfileKey }: NumberKeys,
  { profile_root: root }: Mapping['account'],
): string[] {
  const numbers = {
    badge_id: badgeIdProfileKey,
    employee_id: employeeIdProfileKey,
    employee_alt_id: employeeAltIdProfileKey,
  }
  return Object.entries(numbers)
    .filter(([, key]) => key !== null && column === (root === null ? key : `${root}.${key}`))
    .map(([number]) => number)
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
  const headings: string[] = []
  for await (const batch of batches) {
    for (const row of batch)
      if (row.kind === 'raw') (guard(row) === null ? own : others).push(row.value)
      else if (row.heading !== undefined) headings.push(row.heading.slice(0, 100))
    if (own.length + others.length >= most) break
  }
  // What is beside a list of people would be columns of theirs.
  const areOthers = own.length === 0 || shape === 'groups'
  const rows = (areOthers ? [...others, ...own] : own).slice(0, most)
  const known = columnsOf(rows)
  const columns: { name: string; filled: number }[] = []
  for await (const name of inSlices(known.leaves.slice(0, 500)))
    columns.push({ name, filled: rows.filter((row) => isFilled(valueAt(row, name))).length })
  return {
    ...found,
    ...known,
    columns,
    headings: headings.filter((heading) => !totals.test(heading)),
    addressColumns: describeColumns(known.rows, known.leaves)
      .filter((column) => column.isOfAddresses)
      .map(({ name }) => name),
  }
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
