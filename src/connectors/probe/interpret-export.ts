import type { Calendar } from '../../contract/days.ts'
import type { IntegrationVendor } from '../../contract/states.ts'
import { createTurns } from '../../http/lists/in-slices.ts'
import { absentColumns, type AbsentColumns } from '../file/absent-columns.ts'
import { bindColumns, bindingsOf, columnFinder, type Binding } from '../file/bind-columns.ts'
import { chooseProduct, type Product } from './choose-product.ts'
import { countRecords, leftOutOf, refusalsOf } from './summarise-records.ts'
import type { CountName, LeftOutReason } from './summarise-records.ts'
import type { ReadEncoding } from '../file/decode-text.ts'
import type { IntegrationDefaults } from '../pull/describe-vendor.ts'
import { usualMappings } from '../vendors.ts'
import type { Mapping } from '../file/mapping.ts'
import type { OpenExport, ReadingOptions } from '../file/read-export.ts'
import { examineFit } from './fits-mapping.ts'
import type { Refusals } from '../file/remedies.ts'
import type { Shape } from '../file/shape.ts'
import type { Format } from '../file/sniff-format.ts'
import {
  type SourceAccount,
  type SourceMembership,
  type SourceRecord,
} from '../file/source-record.ts'
import { findManagers, type ManagerFinding } from './find-managers.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { propose } from './propose.ts'
import { choicesOf, createQuestions, type Answers, type Question } from './question.ts'
import { readRows, readSample, type Sample } from './read-sample.ts'
import { someGroups, somePeople, type InterpretedGroup } from './summarise-records.ts'
import { usesOfColumns } from './uses-of-columns.ts'
import { stateValues } from '../file/counted-states.ts'
import { unknownIn, type UnknownState } from '../file/counted-states.ts'

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
  questions: Question[]
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

export type InterpretedColumn = {
  name: string
  /** Records that have a value there. */
  filled: number
  /** What is read from it; nothing where it only becomes a key of the profile. */
  becomes: string[]
}

export type Interpreting = {
  source: OpenExport
  /** Only products of it are considered. */
  vendor?: IntegrationVendor | undefined
  /** Instead of the product's. */
  mapping?: Mapping | undefined
  /** The integration's, instead of those that the file shows. */
  stored?: StoredKeys | undefined
  /** Instead of the product's, with which `mapping` is compared. */
  usual?: readonly Mapping[] | undefined
  /** What was said to the questions of a table that is not known. */
  answers?: Answers | undefined
  shape?: Shape | undefined
  group?: ReadingOptions['group'] | undefined
  /** Records that are looked at. */
  most: number
  /** As the source counts days; by default as UTC does. */
  calendar?: Calendar | undefined
}

/** Reads the first records and says how they are understood; nothing is written. Throws what {@link readExport} throws. */
export async function interpretExport(options: Interpreting): Promise<Interpretation> {
  const sample = await readSample(options)
  const { format, encoding, paths } = sample
  const product = await chooseProduct(sample.records, { format, vendor: options.vendor })
  const turns = createTurns()
  const { mapping, questions } = understand(product, sample, options)
  await turns.next()
  const usual = options.usual ?? usualMappings(product)
  const fit = examineFit(mapping, options.mapping === undefined ? [mapping] : usual)
  const read = await readRows(sample, options, { mapping, examine: fit })
  if (sample.rows.length + read.records.length === 0)
    throw new UnreadableExport(
      'The file lists nobody: it is empty, or has only a header line. Export it again with its rows.',
    )
  const { records, shape } = read
  const leftOut = leftOutOf(records)
  refuseOthers(records, leftOut, options)
  const accounts = records.filter((record) => record.kind === 'account')
  const numberKeys = numberKeysOf(product, sample)
  await turns.next()
  const columns = interpretColumns(sample, options, { mapping, shape, numberKeys })
  await turns.next()
  return {
    product,
    format,
    encoding,
    shape,
    rows: records.length,
    isAll: sample.isAll && read.isAll,
    columns,
    bindings: bindingsOf(mapping, paths),
    people: somePeople(accounts),
    groups: someGroups(records),
    memberships: records.filter((record) => record.kind === 'membership').slice(0, 3),
    isIdentified: shape !== null && (shape !== 'accounts' || identifies(mapping.account)),
    counts: countRecords(records),
    managers: findManagers(accounts, product.defaults, options.stored),
    addressColumns: mapping.account.email.length > 0 ? [] : sample.addressColumns,
    unknownStates: unknownIn(records),
    stateValues:
      shape === 'accounts'
        ? stateValues(sample.rows, bindColumns(mapping, paths).account.state)
        : [],
    refusals: refusalsOf(records),
    leftOut,
    mapping,
    questions,
    numberKeys,
    stored: options.stored,
    absent: absentIn(sample, shape, { mapping, usual }),
  }
}

/** What JSON leaves out may be in a record that was not looked at. */
function absentIn(
  { rows, isAll, format, paths }: Sample,
  shape: Shape | null,
  { mapping, usual }: { mapping: Mapping; usual: readonly Mapping[] },
): AbsentColumns[] {
  if (rows.length === 0 || (!isAll && format !== 'csv')) return []
  return absentColumns(mapping, usual, { isThere: columnFinder(paths), shape })
}

function interpretColumns(
  { columns, rows, paths }: Sample,
  { stored, group }: Interpreting,
  { mapping, shape, numberKeys }: { mapping: Mapping; shape: Shape | null; numberKeys: NumberKeys },
): InterpretedColumn[] {
  const isOfOneGroup = group !== undefined
  const usesOf = usesOfColumns(bindColumns(mapping, paths), { shape, rows, isOfOneGroup })
  const numbersOf = (column: string) =>
    shape === 'accounts' ? numbersIn(column, stored ?? numberKeys, mapping.account) : []
  return columns.map(({ name, filled }) => ({
    name,
    filled,
    becomes: [...usesOf(name), ...numbersOf(name)],
  }))
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

/** The mapping that is given, that of the product, or that of a table which someone has to confirm. */
function understand(
  product: Product,
  { rows, paths, headings }: Sample,
  { mapping, answers = {} }: Interpreting,
): { mapping: Mapping; questions: Question[] } {
  if (product.name === 'file' && mapping === undefined) {
    const proposal = propose(rows, answers)
    return { ...proposal, questions: [...askHeadings(headings, answers), ...proposal.questions] }
  }
  return { mapping: mapping ?? bindColumns(product.defaults.mapping, paths), questions: [] }
}

/** Lines between the rows may say that the people below have left, which no row of theirs does. */
function askHeadings(headings: readonly string[], answers: Answers): Question[] {
  if (headings.length === 0) return []
  const { questions, ask } = createQuestions(answers)
  const answer = ask({
    id: 'headings',
    text: 'Some lines between the rows are left out. Do they say who is still here, such as “Leavers”?',
    choices: choicesOf(
      { no: 'No', yes: 'Yes' },
      { rows: headings.length, examples: headings.slice(0, 3) },
    ),
    proposed: null,
  })
  if (answer === 'yes')
    throw new UnreadableExport(
      'Headings between the rows say who is still here. Say it in a column such as Status in the row of each person, remove the headings, and connect that.',
    )
  return questions
}

/** The keys of the product; of a table that is not known, the name of its column of badge numbers. */
function numberKeysOf({ name, defaults }: Product, { badgeColumn }: Sample): NumberKeys {
  const { badgeIdProfileKey, employeeIdProfileKey, employeeAltIdProfileKey } = defaults
  return {
    badgeIdProfileKey: name === 'file' ? badgeColumn : badgeIdProfileKey,
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
