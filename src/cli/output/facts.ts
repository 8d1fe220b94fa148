import { isRecord } from '../../contract/json.ts'

/** What a cell or a line of details can be. */
export type Value = string | number | boolean | null | undefined | readonly string[]

/** A line of details. */
export type Fact = readonly [name: string, value: Value]

/** What people do not read in a record: the API's own, and what sections show. */
export const leftOut: ReadonlySet<string> = new Set([
  'links',
  'included',
  'abilities',
  'count',
  'timestamp',
])

/** Every field of a record, a line each: nested ones by both names, times last. */
export function factsOf(record: unknown): Fact[] {
  if (!isRecord(record)) return []
  const own = Object.entries(record).filter(([key]) => !leftOut.has(key))
  const last = ['timestamp', 'count'].flatMap((key) => Object.entries(objectOf(record[key])))
  return [...own, ...last].flatMap(([key, value]) => factsFrom(key.replaceAll('_', ' '), value))
}

function factsFrom(name: string, value: unknown): Fact[] {
  if (Array.isArray(value)) return [[name, value.map(textFrom)]]
  if (!isRecord(value)) return [[name, plain(value)]]
  return Object.entries(value).flatMap(([key, each]) =>
    factsFrom(`${name} ${key.replaceAll('_', ' ')}`, each),
  )
}

/** What says most of a value that is a member of a list. */
function textFrom(value: unknown): string {
  if (typeof value === 'string') return value
  const { message, name, id } = objectOf(value)
  return [message, name, id].find((each) => typeof each === 'string') ?? JSON.stringify(value)
}

/** A value that a cell can be; null for any other. */
export function plain(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null
}

export function idOf(record: unknown, key = 'id'): string {
  const { [key]: id } = objectOf(record)
  return typeof id === 'string' ? id : ''
}

function objectOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/**
 * What a record has at a path such as `timestamp.expires_at`. Of several, separated by `|`, the first that has a value; one with
 * a blank in it is that text.
 */
export function valueOf(record: unknown, paths: string): Value {
  for (const path of paths.split('|')) {
    if (path.includes(' ')) return path
    const found = path.split('.').reduce(memberOf, record)
    if (Array.isArray(found)) return found.map(textFrom)
    if (isRecord(found)) return Object.values(found).map(textFrom)
    if (found !== undefined && found !== null && found !== '') return plain(found)
  }
  return null
}

/** A member of an object or an array; undefined of anything else. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
