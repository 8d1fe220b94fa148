import { InvalidArgumentError } from 'commander'
import { repeated, type Flag } from '../command-line/flag.ts'
import { bareName, filtersAmong, flagOf, referenceOf, removed } from '../nouns/field-flags.ts'
import { nounOfPrefix } from '../nouns/nouns.ts'
import { operationAt, type Field } from '../nouns/operations.ts'
import { readDate } from '../command-line/options.ts'

/** `isChange`: of a record that is there already, from which a value can be removed. */
type FieldUse = { isFilter?: boolean; isRequired?: boolean; isChange?: boolean }

/** The option of a filter or of a field of a body. */
export function fieldFlag(field: Field, use: FieldUse = {}): Flag {
  const flag = flagOf(field)
  const { isFilter = false, isRequired = false, isChange = false } = use
  const about = `${aboutOf(field, isFilter)}${isChange ? removedBy(field) : ''}`
  if (isSwitch(field, isFilter)) return [`--${flag}`, about]
  const read = readerOf(field, isFilter)
  const choices = field.kind === 'boolean' ? ['yes', 'no'] : field.choices
  return [
    `--${flag} <${valueOf(field, flag)}>`,
    about,
    { isRequired, ...(choices && { choices }), ...(read && { read }) },
  ]
}

/** An option for each filter of a list. */
export function filterFlags(list: string): Flag[] {
  const filters = filtersAmong(operationAt('get', list)?.query ?? [])
  return filters.map((each) => fieldFlag(each, { isFilter: true }))
}

/** The options of those fields of a body. */
export function bodyFlags(path: string, names: readonly string[]): Flag[] {
  const { body = [] } = operationAt('post', path) ?? {}
  return body.filter(({ name }) => names.includes(name)).map((each) => fieldFlag(each))
}

/** On or off, without a value. */
function isSwitch({ name, kind }: Field, isFilter: boolean): boolean {
  return kind === 'boolean' && (isFilter || /^(is|has)_|^(plan|undo)$/.test(name))
}

function valueOf(field: Field, flag: string): string {
  const { name, kind } = field
  const of = referenceOf(field)
  const many = kind === 'texts' || kind === 'words' ? '...' : ''
  if (of !== undefined) return `${nounOfPrefix(of)?.name.replace(/.* /, '') ?? 'id'}${many}`
  if (kind === 'boolean') return 'yes|no'
  if (kind === 'instant') return 'date'
  if (kind === 'integer') return name.endsWith('_seconds') ? 'time' : 'number'
  if (kind === 'map') return 'key=value...'
  if (kind === 'json') return 'json'
  const word = flag.replace(/.*-/, '')
  return `${word}${many}`
}

/** What the document does not say of fields. */
const abouts: Readonly<Record<string, string>> = {
  'filter[is_manager]': 'who have direct reports',
  'filter[type]': 'only of that type',
  badge_id_profile_key: 'the key of badge numbers',
  employee_alt_id_profile_key: 'the key of second employee numbers',
  employee_id_profile_key: 'the key of employee numbers in its profiles',
  expires_in_days: 'its life in days',
  full_sync_every_seconds: 'of a scheduled source, read everything so often: 1h to 30d',
  is_primary: 'it is the one that governs people',
  manager_profile_holds: 'what the manager’s key holds',
  manager_profile_key: 'the key that names the manager',
  scim_profile: 'whose SCIM requests it takes',
  scopes: 'permissions, or patterns of them (default: *.view)',
  sync_every_seconds: 'read it so often, such as 15m',
  vendor: 'the kind of source',
}

function aboutOf(field: Field, isFilter: boolean): string {
  const { name, kind } = field
  const about = abouts[name] ?? field.about ?? defaultAbout(field, isFilter)
  const noun = nounOfPrefix(referenceOf(field) ?? '')
  const said =
    noun === undefined
      ? about.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase())
      : `${isFilter ? 'only of that' : 'the'} ${flagOf(field).replaceAll('-', ' ')}: ${noun.argument}`
  const json = kind === 'json' ? '; as JSON or YAML, or @ and a file with it' : ''
  return `${said}${json}`
}

function removedBy({ name, kind, nullable }: Field): string {
  return nullable === true ? `; ${isEnd(name, kind) ? 'never' : 'none'} removes it` : ''
}

/** What ends, or is never done. */
function isEnd(name: string, kind: Field['kind']): boolean {
  return kind === 'instant' || name.endsWith('_seconds')
}

function defaultAbout({ name, kind }: Field, isFilter: boolean): string {
  const words = bareName(name)
    .replace(/^(is|has)_/, '')
    .replaceAll('_', ' ')
  const [, happening, side] = /^(.*) (after|before)$/.exec(words) ?? []
  if (kind === 'instant' && happening !== undefined)
    return `${happening === 'at' ? '' : `${happening} `}${side === 'after' ? 'on that date or later' : 'before that date'}`
  if (!isFilter) return words.replace(/^expires at$/, 'its end').replace(/ at$/, '')
  return kind === 'boolean' ? `only those: ${words}` : 'only those'
}

type Reader = (text: string, before: unknown) => unknown

function readerOf(field: Field, isFilter: boolean): Reader | undefined {
  const { kind, several = false, nullable = false } = field
  if (several) return (text) => readChoices(text, field)
  const read = kind === 'words' && referenceOf(field) !== undefined ? readNames : readers[kind]
  const isRemovable = nullable && !isFilter
  if (read === undefined && !isRemovable) return undefined
  const isNone = (text: string) => text === 'none' || (text === 'never' && isEnd(field.name, kind))
  return (text, before) =>
    isRemovable && isNone(text) ? removed : (read?.(text, before, field) ?? text)
}

const readers: Partial<
  Record<Field['kind'], (text: string, before: unknown, field: Field) => unknown>
> = {
  instant: readDate,
  integer: (text, _, field) =>
    field.name.endsWith('_seconds') ? readSeconds(text, field) : readNumber(text, field),
  words: (text, before) => [
    ...listOf(before),
    ...text.split(/[\s,]+/).filter((word) => word !== ''),
  ],
  texts: repeated,
  map: readEntry,
}

function listOf(before: unknown): readonly unknown[] {
  return Array.isArray(before) ? before : []
}

/** Names may have blanks in them: they are separated by commas, or ids by blanks. */
export function readNames(text: string, before: unknown): readonly unknown[] {
  const names = text.split(/,|\s+(?=[a-z]{5}_)/).map((name) => name.trim())
  return [...listOf(before), ...names.filter((name) => name !== '')]
}

/** Any of them, separated by commas. */
function readChoices(text: string, { choices = [] }: Field): string {
  if (text.split(',').every((each) => choices.includes(each))) return text
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
}

function readNumber(
  text: string,
  { name, least = 0, most = Number.MAX_SAFE_INTEGER }: Field,
): number {
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value
  throw new InvalidArgumentError(
    `It must be a number${name.endsWith('_days') ? ' of days' : ''}, from ${least} to ${most}.`,
  )
}

const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** `15m`, `6h`, `1d` or seconds. */
function readSeconds(text: string, { least = 0, most = Number.MAX_SAFE_INTEGER }: Field): number {
  const [, number, unit = 's'] = /^(\d{1,7})([smhd])?$/.exec(text) ?? []
  const found = Object.entries(secondsOf).find(([name]) => name === unit)
  const seconds = Number(number) * (found?.[1] ?? 1)
  if (seconds >= least && seconds <= most) return seconds
  throw new InvalidArgumentError(
    `It must be from ${inUnits(least)} to ${inUnits(most)}, such as 15m, 6h or 1d.`,
  )
}

/** `604800` is `7d`. */
function inUnits(seconds: number): string {
  const [unit, size] =
    Object.entries(secondsOf).findLast(([, each]) => seconds % each === 0 && seconds >= each) ?? []
  return unit === undefined || size === undefined ? `${seconds}s` : `${seconds / size}${unit}`
}

/** `shirt_size=M`; an empty value removes the key. */
function readEntry(text: string, before: unknown): object {
  const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (key === undefined) throw new InvalidArgumentError('It must be key=value.')
  return { ...(typeof before === 'object' ? before : {}), [key]: value === '' ? null : value }
}
