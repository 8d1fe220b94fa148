import { isObject, type JsonValue } from '../../contract/json.ts'
import { collectColumns } from '../file/bind-columns.ts'
import { plainName } from '../file/column-names.ts'
import { mailbox } from '../../contract/mailbox.ts'
import { isBeforeDates, isNoDay, readDay } from '../file/read-day.ts'
import { sampleSize } from '../file/read-export.ts'
import { isSecretPath } from '../file/secret-keys.ts'
import { looksLikeTotals } from '../file/clean-value.ts'
import { isNothing, plainOf, valueAt } from '../file/value-path.ts'
import { fields, placeOf, type Field } from './words.ts'

/** The columns of records, and those of them that have values of their own, without secrets. A line of totals says nothing of them. */
export function columnsOf(records: readonly JsonValue[]) {
  const { add, columns } = collectColumns()
  for (const record of records) add(record)
  const rows = records.filter((record) => !isTotals(record)).slice(0, sampleSize)
  const isLeaf = (name: string) => {
    const values = rows.map((row) => valueAt(row, name)).filter((value) => value !== undefined)
    const filled = values.filter((value) => value !== null && value !== '')
    return filled.length === 0
      ? values.includes('')
      : filled.some((value) => typeof value !== 'object')
  }
  const leaves = columns.filter((name) => !isSecretPath(name) && isLeaf(name))
  return { paths: columns, rows, leaves }
}

const isAddress = (value: JsonValue) => typeof value === 'string' && mailbox(value) !== null

/** Only people have addresses. */
function isTotals(record: JsonValue): boolean {
  return looksLikeTotals(record) && isObject(record) && !Object.values(record).some(isAddress)
}

/** A column with what the shapes of its values say. */
export type Column = {
  name: string
  /** By which `words.yaml` may have it. */
  names: readonly string[]
  /** One for each row; empty where the row says nothing. */
  cells: readonly string[]
  filled: number
  /** How many rows have each value, most frequent first. */
  counts: readonly (readonly [value: string, rows: number])[]
  isOfAddresses: boolean
  isOfDays: boolean
  /** Days with a time of the day, as of something that happened. */
  isOfTimes: boolean
}

/** Columns of rows, by the shapes of their values. */
export function describeColumns(rows: readonly JsonValue[], leaves: readonly string[]): Column[] {
  return leaves.slice(0, mostColumns).map((name) => {
    const cells = rows.map((row) => textOf(plainOf(valueAt(row, name))))
    const values = cells.filter((cell) => cell !== '')
    const counts = [...Map.groupBy(values, (value) => value)]
      .map(([value, all]) => [value, all.length] as const)
      .toSorted(([, one], [, other]) => other - one)
    const most = (test: (value: string) => boolean) =>
      values.length > 0 && values.filter(test).length > values.length / 2
    return {
      name,
      names: namesOf(name),
      cells,
      filled: values.length,
      counts,
      isOfAddresses: most((value) => mailbox(value) !== null),
      isOfDays: values.length > 0 && values.every((value) => isDay(value) || isNoDay(value)),
      isOfTimes: most(
        (value) => /\d[T ]\d?\d:\d\d/.test(value) && !/[T ]0?0:00(?:$|[:Z+ ])/.test(value),
      ),
    }
  })
}

/** A file with more is looked at in part. */
const mostColumns = 500

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null || typeof value === 'object') return ''
  return isNothing(value) ? '' : String(value).trim().slice(0, 200)
}

/** A number alone is a day in few files, and a number of a person in most. */
function isDay(value: string): boolean {
  return /\D/.test(value) && readDay(value).length > 0
}

/** How many rows of a column that is called so have a day, or say that there is none. */
export function rowsOfDays({ counts }: Pick<Column, 'counts'>): number {
  return counts.reduce((sum, [value, rows]) => sum + (mayBeDay(value) ? rows : 0), 0)
}

function mayBeDay(value: string): boolean {
  return readDay(value).length > 0 || isNoDay(value) || isBeforeDates(value)
}

/** Around the values of a record, without saying whose they are. */
const wrappers =
  /^(?:value|values|source|root|items|attributes|data|fields|properties|0|person|persondetails|employee|user|profile|account|work|worker|internal|personal|contact|node|employment|human|name|names|email|emails|job|jobinfo|workinfo|legalname)$/

/** Names of a header such as `Manager (ID)`: without the suffix only where neither it nor the whole says that the column is another one. */
function namesOf(header: string): string[] {
  const [, bare, suffix] = /^(.*\S)\s*\(([^()]*)\)\s*$/.exec(header) ?? []
  if (bare === undefined || suffix === undefined) return namesOfPath(header)
  const names = [header, `${suffix} ${bare}`].map(plainName)
  const isKnown = names.some((name) => isNamed(name, fields))
  return isKnown || isNamed(plainName(suffix), ofOthers) ? names : [...names, ...namesOfPath(bare)]
}

const ofOthers = [
  'others',
  'manager_id',
  'manager_name',
  'manager_email',
] as const satisfies Field[]

function isNamed(name: string, among: readonly Field[]): boolean {
  return among.some((field) => placeOf(field, name) !== undefined)
}

/** `employee.name.first`, `attributes.department.value.name` and `manager.email` as the words that may be their names. */
function namesOfPath(path: string): string[] {
  const bare = path.replace(/^[^:.]{1,40}: (?=\S)/, '')
  const parts = (
    path.startsWith('/')
      ? path.replaceAll(/\[\d+\]/g, '').split(/[/.]/)
      : bare.replaceAll(/\[\d+\]/g, '').split('.')
  ).filter((part) => part !== '' && part !== '0')
  const inner = parts
    .filter((part) => !/^(?:value|attributes|data|fields|.*_group)$/i.test(part))
    // Prefixes of XML, as in `wd:Employee_ID`.
    .map((part) => part.replace(/^[a-z]{2,3}\d?:(?=\w)/, ''))
  const last = plainName(inner.at(-1) ?? path)
  const above = inner.slice(0, -1).map(plainName)
  const owner = above.findLast((part) => !wrappers.test(part))
  const whole = plainName(path)
  if (owner === undefined) return [...new Set([whole, last, plainName(inner.slice(-2).join(' '))])]
  const ofOwner = `${owner}${last}`
  return /^(?:name|displayname|fullname)$/.test(last) ? [ofOwner, owner] : [ofOwner]
}

/** The column of a field by its name: the most usual name counts. */
export function columnOf(
  field: Field,
  columns: readonly Column[],
  test: (column: Column) => boolean = () => true,
): Column | undefined {
  const placed = columns.flatMap((column) => {
    const place = placeIn(field, column)
    return place === undefined || !test(column) ? [] : [{ column, place }]
  })
  return placed.toSorted((one, other) => one.place - other.place)[0]?.column
}

/** The place of the column's name among those of the field. */
export function placeIn(field: Field, { names }: Column): number | undefined {
  const places = names.flatMap((name) => placeOf(field, name) ?? [])
  return places.length === 0 ? undefined : Math.min(...places)
}
