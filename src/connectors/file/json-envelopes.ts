import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { listedAs, mayBePerson } from './record-lists.ts'

const names = ['lists', 'records', 'more', 'last', 'next', 'totals'] as const
type Name = (typeof names)[number]

const Keys = Type.Record(Type.Enum(names), Type.Array(Type.String({ minLength: 1 })))

let known: ReadonlyMap<Name, ReadonlySet<string>> | undefined

/** The keys of `envelope-keys.yaml`, in their order. */
export function envelopeKeys(name: Name): ReadonlySet<string> {
  known ??= readKeys()
  return known.get(name) ?? new Set()
}

function readKeys(): ReadonlyMap<Name, ReadonlySet<string>> {
  const text = readFileSync(new URL('envelope-keys.yaml', import.meta.url), 'utf8')
  const keys = Value.Parse(Keys, parse(text))
  return new Map(names.map((name) => [name, new Set(keys[name])]))
}

/** In any case: `Employees` as well as `employees`. */
export function isListKey(key: string): boolean {
  return envelopeKeys('lists').has(key.toLowerCase())
}

export function isRecordKey(key: string): boolean {
  return envelopeKeys('records').has(key)
}

/** One of these may be a single record in parts. */
const isPlural = (key: string) => isListKey(key) && !/^(?:employee|worker|person|user)$/i.test(key)

/** Whether a value is a page with a list of records inside, and not a record. */
export function isPage(value: JsonValue): boolean {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return (
    keys.some((key) => isListKey(key) && isList(value[key])) &&
    // The id of a reply is that of its request.
    (keys.includes('jsonrpc') || !keys.some(isRecordKey))
  )
}

/** Beside the list of a page. */
const ofPages =
  /^(?:@odata\..+|_?links|cache_ts|count|current_?page|cursor|etag|has_?more|is_?last|kind|last_?page|limit|maxResults|meta|metadata|more|next.*|offset|ok|page.*|paging|pagination|prev.*|response_metadata|size|start|start_?at|success|total.*)$/i

/** Whether an element of a list is itself a page or a list of records, as `jq -s` and `gh api --slurp` give them. */
export function isPageInList(value: JsonValue): boolean {
  if (isList(value)) return value.length > 0 && value.every(isObject)
  return (
    isPage(value) &&
    isObject(value) &&
    Object.keys(value).some((key) => ofPages.test(key)) &&
    Object.keys(value).every((key) => isListKey(key) || ofPages.test(key))
  )
}

/** FreeIPA answers with an id that is not of a record. */
export function isAnswer(value: JsonValue): boolean {
  return isObject(value) && isObject(value['result']) && value['error'] === null
}

type NestedList = { key: string; page: JsonObject; records: readonly JsonValue[] }

/** Objects between an envelope and its list; GraphQL has several. */
const maxWrappers = 4
/** No list of people has a longer key. */
export const longestKey = 200

/**
 * The list of records in an object inside of an envelope (`{"d": {"results": […]}}`), with what the objects around it say of
 * further pages, or records by their keys.
 */
export function nestedList(value: JsonValue): NestedList | null {
  if (!isObject(value)) return null
  return (
    inside(value, maxWrappers, listOf) ??
    recordsByKey(value) ??
    onlyList(value) ??
    onlyListInside(value) ??
    inside(isRecord(value) ? {} : value, maxWrappers, recordsOfPlural)
  )
}

/** `{"data": {"employments": […], "total": 2}}`: in the only object of an envelope. */
function onlyListInside(value: JsonObject): NestedList | null {
  const [only, ...more] = Object.entries(value).filter(([key]) => !ofPages.test(key))
  if (only === undefined || more.length > 0 || !isPlural(only[0]) || !isObject(only[1])) return null
  return onlyList(only[1])
}

type FindList = (inner: JsonObject, key: string) => NestedList | null

/** What is found first in the objects inside of an envelope, with what the objects around it say. */
function inside(value: JsonObject, levels: number, find: FindList): NestedList | null {
  if (levels === 0) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isObject(inner) || isRecord(inner)) continue
    const found = find(inner, key) ?? inside(inner, levels - 1, find)
    if (found !== null) return { ...found, page: { ...withoutKey(value, key), ...found.page } }
  }
  return null
}

function listOf(inner: JsonObject): NestedList | null {
  for (const [key, records] of Object.entries(inner)) {
    if (!isListKey(key) || !isList(records) || records.some((each) => !isObject(each))) continue
    return { key, page: withoutKey(inner, key), records }
  }
  return null
}

/** `{"ocs": {"data": {"users": {"ada": {…}, "li": {…}}}}}`: records by their keys, under the key of a list. */
function recordsOfPlural(inner: JsonObject, key: string): NestedList | null {
  return isPlural(key) ? recordsByKey(inner) : null
}

/** `{"profiles": […], "meta": {…}}`, under whatever key: the only list of records in an object that is none itself. */
function onlyList(value: JsonObject): NestedList | null {
  if (isRecord(value) || Object.values(value).some(isAddress)) return null
  const lists = Object.entries(value).flatMap(([key, records]) =>
    isList(records) &&
    records.length > 0 &&
    records.every((each) => isObject(each) && isRecord(each))
      ? [{ key, records }]
      : [],
  )
  const [only] = lists
  if (only === undefined || lists.length > 1) return null
  return { ...only, page: withoutKey(value, only.key) }
}

function withoutKey(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

function isAddress(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes('@')
}

/** Whether a list beside that of the people has something that must not vanish. */
export const isFurtherKey = (key: string) =>
  isListKey(key) ||
  listedAs({ list: key }) === 'groups' ||
  /(?:roles|users|members|employees|accounts)$/i.test(key)

type FurtherList = { key: string; records: readonly JsonValue[] }

/** Lists of records beside the one that was found: those of known keys, and under any key those that may be of people. */
export function furtherLists(page: JsonValue, levels = maxWrappers): FurtherList[] {
  if (!isObject(page)) return []
  const isRealm = Object.hasOwn(page, 'realm')
  return Object.entries(page).flatMap(([key, value]) => {
    if (isRealm && !ofRealm.has(key)) return []
    if (isObject(value) && levels > 1 && !isRecord(value))
      return furtherLists(value, levels - 1).map((list) => ({
        // `nodes` and the like are named by what they are in.
        key: isListKey(list.key) ? key : list.key,
        records: list.records,
      }))
    if (!isList(value)) return []
    const records = value.filter(isObject)
    const isKnown = isFurtherKey(key) && records.length === value.length
    const isNeeded = isKnown || records.some((record) => mayBePerson(record, { list: key }))
    return isNeeded && records.length > 0 ? [{ key, records }] : []
  })
}

/** A realm of Keycloak has lists of other things too. */
export const ofRealm: ReadonlySet<string> = new Set(['users', 'groups'])

function isRecord(value: JsonObject): boolean {
  return Object.keys(value).some(isRecordKey)
}

function withId(id: string, record: JsonObject): JsonObject {
  return { id, ...record }
}

/** `{"ada": {"name": …}, "li": {"name": …}}`; the key is the id of a record that has none. */
function recordsByKey(value: JsonObject): NestedList | null {
  const entries = Object.entries(value)
  if (entries.length < 2) return null
  const objects = entries.flatMap(([id, each]) => (isObject(each) ? [{ id, each }] : []))
  if (objects.length < entries.length) return null
  const isAlike = objects.every(({ each }) => isRecord(each)) || areAlike(objects)
  return isAlike
    ? {
        key: 'records',
        page: {},
        records: objects.map(({ id, each }) => withId(id, each)),
      }
    : null
}

/** Whether the objects have most of their keys in common, and texts under some of them. */
function areAlike(objects: readonly { each: JsonObject }[]): boolean {
  const first = objects[0]?.each ?? {}
  const shared = Object.keys(first).filter((key) =>
    objects.every(({ each }) => Object.hasOwn(each, key)),
  )
  return (
    shared.length >= 2 &&
    objects.every(({ each }) => Object.keys(each).length <= shared.length * 2) &&
    shared.some((key) => objects.every(({ each }) => typeof each[key] === 'string'))
  )
}
