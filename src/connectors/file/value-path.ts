import { isList, isObject, type JsonValue } from '../../contract/json.ts'

type Step = { key: string } | { index: number } | { where: string; is: string }

const compiled = new Map<string, readonly Step[]>()

/** The value at a path of the mapping's syntax (see mapping.ts), or undefined. */
export function valueAt(record: JsonValue, path: string): JsonValue | undefined {
  if (path === '.') return record
  const whole = ownValue(record, path)
  if (whole !== undefined) return whole
  const prefix = dottedKey(record, path)
  if (prefix !== undefined) return valueAt(prefix.value, path.slice(prefix.key.length + 1))
  const steps = stepsOf(path)
  let value: JsonValue | undefined = record
  for (const step of steps) {
    if (value === undefined) return inColumns(record, steps)
    value = take(value, step)
  }
  return value
}

/** More elements of a list are no columns. */
const mostColumns = 50

/** A list that a table has in columns, as GAM writes it: `relations.0.type`, `relations.0.value`. */
function inColumns(record: JsonValue, [list, element, ...rest]: readonly Step[]) {
  if (list === undefined || element === undefined || !('key' in list)) return undefined
  const keys = rest.flatMap((step) => ('key' in step ? [step.key] : []))
  const column = (at: number, name: string) => ownValue(record, `${list.key}.${at}.${name}`)
  if (keys.length === 0 || keys.length < rest.length || 'key' in element) return undefined
  if ('index' in element) return column(element.index, keys.join('.'))
  for (let at = 0; at < mostColumns; at += 1) {
    const said = column(at, element.where)
    if (said === undefined) return undefined
    if (tableKey(said) === element.is) return column(at, keys.join('.'))
  }
  return undefined
}

/** An own key that has dots itself, as the URN of a SCIM extension has, and begins the path. */
function dottedKey(record: JsonValue, path: string): { key: string; value: JsonValue } | undefined {
  if (!path.startsWith('urn:') || !isObject(record)) return undefined
  for (const [key, value] of Object.entries(record))
    if (key.includes('.') && path.startsWith(`${key}.`)) return { key, value }
  return undefined
}

/** The first of the paths that holds something: not absent, null or a blank string. */
export function firstAt(record: JsonValue, paths: readonly string[]): JsonValue | undefined {
  for (const path of paths) {
    const value = valueAt(record, path)
    if (value !== undefined && value !== null && !isBlank(value)) return value
  }
  return undefined
}

/**
 * The first of the paths that holds a text, number or flag, also inside a list or behind `value` or a name (`{"id": 7, "name": "Sales"}`);
 * otherwise what the first of them holds.
 */
export function textAt(record: JsonValue, paths: readonly string[]): JsonValue | undefined {
  let other: JsonValue | undefined
  for (const path of paths) {
    const value = valueAt(record, path)
    if (value === undefined || value === null || isBlank(value)) continue
    const text = plainOf(value)
    if (text !== undefined) return text
    other ??= value
  }
  return isList(other) && other.length === 0 ? undefined : other
}

/** As {@link textAt}, but a dash or `n/a` holds nothing either. */
export function saidAt(record: JsonValue, paths: readonly string[]): JsonValue | undefined {
  const value = textAt(record, paths)
  if (!isNothing(value)) return value
  return textAt(
    record,
    paths.filter((path) => !isNothing(textAt(record, [path]))),
  )
}

/** How a table says that a cell is empty; PowerShell writes the type of what it can't show. */
export function isNothing(value: JsonValue | undefined): boolean {
  return (
    typeof value === 'string' &&
    /^(?:[-–—.]+|n\/?a|none|null|no_manager|#n\/a|(?:System|Microsoft)(?:\.\w+)+(?:\[\])?)$/i.test(
      value.trim(),
    )
  )
}

const textKeys = [
  'value',
  'formatted',
  'displayName',
  'display_name',
  'name',
  'title',
  'descriptor',
  'label',
  // As ADP writes names, ids and states.
  'formattedName',
  'idValue',
  'codeValue',
  // As Dayforce writes names, and Paychex states.
  'ShortName',
  'statusType',
  // As Dropbox writes states.
  '.tag',
  // As DynamoDB writes values.
  'S',
  'N',
  'BOOL',
  // As mongoexport writes ids and times.
  '$oid',
  '$date',
  '$numberLong',
]

/** The scalar that a value is or stands for. */
export function plainOf(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null || isBlank(value)) return undefined
  if (typeof value !== 'object') return value
  if (isList(value)) return value.map(plainOf).find((each) => each !== undefined)
  const key = textKeys.find((each) => ownValue(value, each) !== undefined)
  return plainOf(value[key ?? 'attributes'])
}

/** A scalar as the tables compare it: trimmed and in lower case; undefined for anything else. */
export function tableKey(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined
  // A Turkish capital İ has a dot of its own in lower case.
  const key = String(value).trim().toLowerCase().replaceAll('i\u0307', 'i')
  return key === '' ? undefined : key
}

/** The table's entry for a scalar; undefined if the table has none. */
export function lookUp<T>(values: Record<string, T>, value: JsonValue | undefined): T | undefined {
  const entry = entryOf(values, value)
  return entry === undefined ? undefined : values[entry]
}

/** What the table calls its entry for a scalar. */
export function entryOf(values: object, value: JsonValue | undefined): string | undefined {
  const key = tableKey(value)
  return key === undefined ? undefined : entryNames(values).get(key)
}

const namesOfTables = new WeakMap<object, ReadonlyMap<string | undefined, string>>()

/** The names of a table's entries by their keys: people write them with capitals. */
function entryNames(values: object): ReadonlyMap<string | undefined, string> {
  const known = namesOfTables.get(values)
  if (known !== undefined) return known
  const names = new Map(Object.keys(values).map((name) => [tableKey(name), name]))
  namesOfTables.set(values, names)
  return names
}

/** An own entry of a plain object, which inherited names such as `constructor` are not. */
export function ownValue(value: JsonValue, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function isBlank(value: JsonValue): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function take(value: JsonValue, step: Step): JsonValue | undefined {
  if ('key' in step) return ownValue(value, step.key)
  if (!isList(value)) return undefined
  if ('index' in step) return value[step.index]
  return value.find((element) => tableKey(ownValue(element, step.where)) === step.is)
}

function stepsOf(path: string): readonly Step[] {
  const known = compiled.get(path)
  if (known) return known
  const steps = path.split('.').flatMap(stepsOfSegment)
  // Mappings are few and bounded; this keeps a hostile one from filling memory.
  if (compiled.size > 5000) compiled.clear()
  compiled.set(path, steps)
  return steps
}

function stepsOfSegment(segment: string): Step[] {
  const parts = /^([^[\]]*)\[([^[\]]*)\]$/.exec(segment)
  const picked = parts?.[2]
  if (picked === undefined) return [{ key: segment }]
  const before = parts?.[1] === '' || parts?.[1] === undefined ? [] : [{ key: parts[1] }]
  const [where = '', is] = picked.split('=', 2)
  if (is === undefined) return [...before, { index: Number(picked) }]
  return [...before, { where, is: is.trim().toLowerCase() }]
}
