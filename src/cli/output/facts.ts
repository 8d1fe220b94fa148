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
  return [...own, ...last].flatMap(([key, value]) => factsFrom(spaced(key), value))
}

function factsFrom(name: string, value: unknown): Fact[] {
  if (!isRecord(value)) return [[name, valueIn(value)]]
  return Object.entries(value).flatMap(([key, each]) => factsFrom(`${name} ${spaced(key)}`, each))
}

type DeclaredField = { name: string; path: string; isOptional: boolean }

/**
 * Fields as nouns declare them, separated by commas: `name: field`, or the field alone where that is its name (see {@link valueOf}),
 * and `?` after one that is left out without a value.
 */
export function declared(texts: readonly string[]): DeclaredField[] {
  return texts.flatMap((text) =>
    text.split(', ').map((field) => {
      const [name = '', path = name] = field.replace(/\?$/, '').split(': ')
      return { name, path, isOptional: field.endsWith('?') }
    }),
  )
}

/** The lines that a noun declares. An optional one is left out for 0 too; `org.*` has a line for each member. */
export function factsAt(record: unknown, texts: readonly string[]): Fact[] {
  return declared(texts).flatMap(({ name, path, isOptional }) => {
    const facts: Fact[] = path.endsWith('.*')
      ? Object.entries(objectOf(found(record, path.slice(0, -2)))).map(([key, each]) => [
          isOptional ? spaced(key) : key,
          valueIn(each),
        ])
      : [[name, valueOf(record, path)]]
    return isOptional ? facts.filter(([, value]) => value !== null && value !== 0) : facts
  })
}

function spaced(key: string): string {
  return key.replaceAll('_', ' ')
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

export function idOf(record: unknown): string {
  const { id } = objectOf(record)
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
    const value = valueIn(found(record, path))
    if (value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
      return value
  }
  return null
}

function found(record: unknown, path: string): unknown {
  return path.split('.').reduce(memberOf, record)
}

function valueIn(value: unknown): Value {
  if (Array.isArray(value)) return value.map(textFrom)
  if (!isRecord(value)) return plain(value)
  if (isChange(value)) return `${textIn(value['old'])} → ${textIn(value['new'])}`
  const members = Object.entries(value)
  if (!members.some(([, each]) => isChange(each))) return members.map(([, each]) => textFrom(each))
  return members.map(([key, each]) => `${key}: ${String(valueIn(each))}`)
}

/** A change of the audit log. */
function isChange(value: unknown): boolean {
  return isRecord(value) && 'old' in value && 'new' in value
}

function textIn(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A member of an object or an array; undefined of anything else. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

export type Labels = Readonly<Record<string, string>>

/** What people read for fields whose names in the API do not say enough. CSV keeps the names. */
export const labels: Labels = {
  'begin exceeds': 'limits that keep it from beginning',
  'everyone else': 'only negative conditions allowed',
  'expires after days': 'days of grace',
  'expires after days inherited': 'grace is inherited',
  'is authoritative': 'authoritative',
  'is imported': 'imported',
  'is primary': 'primary',
  'is sensitive': 'sensitive',
  'is unattended': 'without an active admin',
  'is unconfirmed': 'not confirmed in time',
  'is unsponsored': 'without a sponsor',
  'policy resource blueprint signature': 'policy resource digest',
  'manifest users': 'people in the manifest',
  'qualified users': 'people who meet its conditions',
  'held users': 'people held',
  'staged users': 'people in drafts',
  'expiring users': 'people in the manifest with an end',
}

/** The same of a person. */
export const personLabels: Labels = {
  'secondary users': 'secondary people',
  'direct report users': 'direct reports',
  'directory identities': 'accounts',
  'policy conditions': 'conditions that name them',
  'policy users': 'memberships by policy',
  'policy rulesets': 'rulesets that admit them',
  'manifest rules': 'rules that admit them',
  'qualified rules': 'rules that they meet',
  'staged rules': 'drafts that they would meet',
  'audit logs record': 'audit rows of changes of them',
  'audit logs parent': 'audit rows of changes of what is theirs',
  'audit logs related': 'audit rows that they are related to',
  'audit logs subject': 'audit rows about them',
}
