import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { collectPages } from './pages.ts'
import { columnsIn, createRowNamer } from './json-table.ts'
import { listedAs, mayBePerson } from './record-lists.ts'
import { limits, type BadRow } from './source-record.ts'
import { parseJsonRow, tooLongRow, type RawRow } from './raw-row.ts'

/** Keys under which vendors put the list when they wrap it in an object with paging data. */
const listKeys = new Set(
  [
    'Report_Entry',
    'employees',
    'people',
    'persons',
    'workers',
    'accounts',
    'records',
    'rows',
    'entries',
    'elements',
    'content',
    'teams',
    'users',
    'members',
    'channels',
    'groups',
    'usergroups',
    'projects',
    'drives',
    'files',
    'memberships',
    'permissions',
    'items',
    'result',
    'results',
    'data',
    'value',
    'values',
    'Resources',
    'response',
    'staff',
    'profiles',
    'agents',
    'operators',
    'customers',
    'contacts',
    'identities',
    'principals',
    'objects',
    'edges',
    'nodes',
    'hits',
    'docs',
    'list',
    'collection',
    // As XML is turned into JSON: `{"Employees": {"Employee": […]}}`.
    'employee',
    'worker',
    'person',
    'user',
  ].map((key) => key.toLowerCase()),
)

/** In any case: `Employees` as well as `employees`. */
const isListKey = (key: string) => listKeys.has(key.toLowerCase())
/** One of them may be a single record in parts. */
const isPlural = (key: string) => isListKey(key) && !/^(?:employee|worker|person|user)$/i.test(key)

/** Keys that name a single record; no vendor's page has them. */
const recordKeys = new Set([
  'id',
  'name',
  'handle',
  'email',
  'groupKey',
  'employee_id',
  'employeeId',
  'Employee_ID',
  'login',
  'username',
  'userName',
  'firstName',
  'first_name',
  'displayName',
])

/** Whether a value is a page with a list of records inside, and not a record. */
export function isPage(value: JsonValue): boolean {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return (
    keys.some((key) => isListKey(key) && isList(value[key])) &&
    // The id of a reply is that of its request.
    (keys.includes('jsonrpc') || !keys.some((key) => recordKeys.has(key)))
  )
}

/** Beside the list of a page. */
const ofPages =
  /^(?:@odata\..+|_?links|cache_ts|count|current_?page|cursor|etag|has_?more|is_?last|kind|last_?page|limit|maxResults|meta|metadata|more|next.*|offset|ok|page.*|paging|pagination|prev.*|response_metadata|size|start|start_?at|success|total.*)$/i

/** Whether an element of a list is itself a page or a list of records, as `jq -s` and `gh api --slurp` give them. */
function isPageInList(value: JsonValue): boolean {
  if (isList(value)) return value.length > 0 && value.every(isObject)
  return (
    isPage(value) &&
    isObject(value) &&
    Object.keys(value).some((key) => ofPages.test(key)) &&
    Object.keys(value).every((key) => isListKey(key) || ofPages.test(key))
  )
}

/** FreeIPA answers with an id that is not of a record. */
function isAnswer(value: JsonValue): boolean {
  return isObject(value) && isObject(value['result']) && value['error'] === null
}

type NestedList = { key: string; page: JsonValue; records: readonly JsonValue[] }

/** Objects between an envelope and its list; GraphQL has several. */
const maxWrappers = 4
/** No list of people has a longer key. */
const longestKey = 200

/**
 * The list of records in an object inside of an envelope (`{"d": {"results": […]}}`), with what the objects around it say of
 * further pages, or records by their keys.
 */
export function nestedList(value: JsonValue): NestedList | null {
  if (!isObject(value)) return null
  return (
    listInside(value, maxWrappers) ??
    recordsByKey(value) ??
    onlyList(value) ??
    insideOnly(value) ??
    byKeyInside(value, maxWrappers)
  )
}

/** `{"ocs": {"data": {"users": {"ada": {…}, "li": {…}}}}}`: records by their keys, under the key of a list. */
function byKeyInside(value: JsonObject, levels: number): NestedList | null {
  if (levels === 0 || isRecord(value)) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isObject(inner) || isRecord(inner)) continue
    const own = isPlural(key) ? recordsByKey(inner) : null
    if (own !== null) return { ...own, page: withoutKey(value, key) }
    const found = byKeyInside(inner, levels - 1)
    if (found !== null) return found
  }
  return null
}

/** `{"data": {"employments": […], "total": 2}}`, `{"users": {"ada": {…}, "li": {…}}}`: in the only object of an envelope. */
function insideOnly(value: JsonObject): NestedList | null {
  const [only, ...more] = Object.entries(value).filter(([key]) => !ofPages.test(key))
  if (only === undefined || more.length > 0 || !isPlural(only[0]) || !isObject(only[1])) return null
  return recordsByKey(only[1]) ?? onlyList(only[1])
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

function listInside(value: JsonObject, levels: number): NestedList | null {
  if (levels === 0) return null
  for (const [wrapper, inner] of Object.entries(value)) {
    if (!isObject(inner) || isRecord(inner)) continue
    const found = listOf(inner) ?? listInside(inner, levels - 1)
    if (found === null) continue
    const around = Object.entries(value).filter(([name]) => name !== wrapper)
    const page = isObject(found.page)
      ? { ...Object.fromEntries(around), ...found.page }
      : found.page
    return { ...found, page }
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

/** Whether a list beside that of the people has something that must not vanish. */
const isFurtherKey = (key: string) =>
  isListKey(key) ||
  listedAs({ list: key }) === 'groups' ||
  /(?:roles|users|members|employees|accounts)$/i.test(key)

type FurtherList = { key: string; records: readonly JsonValue[] }

/** Lists of records beside the one that was found: those of known keys, and under any key those that may be of people. */
function furtherLists(page: JsonValue, levels = maxWrappers): FurtherList[] {
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
const ofRealm: ReadonlySet<string> = new Set(['users', 'groups'])

function isRecord(value: JsonObject): boolean {
  return Object.keys(value).some((key) => recordKeys.has(key))
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

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const SPACE = 0x20
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export type JsonSplitter = {
  /** The records that this chunk completes. */
  push: (chunk: string) => RawRow[]
  /** A fault if the text ended inside a record or a list. */
  end: () => RawRow[]
  /** Whether an object that wraps a list was met. */
  sawEnvelope: () => boolean
  /** The names of the columns, where the object that wraps rows says them before. */
  columns: () => readonly string[] | null
  /** Why those objects can't be all of the source's pages, or null. */
  unfinished: () => string | null
}

/**
 * Splits JSON text into records without holding more than one: the elements of a list, of the list inside an object
 * such as `{"users": […]}`, or consecutive objects (pages). It follows brackets and strings and parses each record
 * separately, so a broken record does not affect the rest.
 */
export function createJsonSplitter(): JsonSplitter {
  let chunk = ''
  let out: RawRow[] = []
  let depth = 0
  // The depth of records: 0 outside of any list.
  let recordDepth = 0
  let inString = false
  let escaped = false
  // Behind the list of an envelope, up to the envelope's end.
  let skipping = false
  let envelopes = 0
  let columns: readonly string[] | null = null
  // The envelope without its list: what it says of the next page.
  const envelope = { start: 0, text: '', list: '', recordsBefore: 0, records: 0 }
  const pages = collectPages()
  const record = { isOpen: false, start: 0, held: '', isOver: false, index: 0 }
  // The key of the list of an envelope that is being read.
  let list = ''
  // The keys at the top level of an object distinguish an envelope from a record.
  const top = {
    isTracked: false,
    textStart: 0,
    text: '',
    key: '',
    isRecord: false,
    isRealm: false,
    isReply: false,
  }

  function push(next: string): RawRow[] {
    chunk = next
    out = []
    record.start = 0
    envelope.start = 0
    top.textStart = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (inString) readString(code, at)
      else if (code <= SPACE) endScalar(at)
      else readToken(code, at)
    }
    if (record.isOpen) hold(chunk.length)
    if (skipping) keepEnvelope(chunk.length)
    if (inString && top.isTracked) takeText(chunk.length)
    return out
  }

  function readString(code: number, at: number): void {
    if (escaped) escaped = false
    else if (code === BACKSLASH) escaped = true
    else if (code === QUOTE) {
      inString = false
      if (top.isTracked) takeText(at)
    }
  }

  /** A number or word at top level has no bracket to end it. */
  function endScalar(at: number): void {
    if (record.isOpen && depth === 0) closeRecord(at)
  }

  function readToken(code: number, at: number): void {
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) close(at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) open(code, at)
    else if (code === COMMA && depth === recordDepth) endElement(at)
    else if (code === COLON && depth === 1 && recordDepth === 0) readKey()
    else {
      if (depth === recordDepth && !skipping) openRecord(at)
      if (code === QUOTE) openString(at)
    }
  }

  function open(code: number, at: number): void {
    if (code === OPEN_LIST && depth === 0 && !record.isOpen) recordDepth = 1
    else if (code === OPEN_LIST && isEnvelope()) enterEnvelope(at)
    else if (code === OPEN_LIST && isFurther()) enterFurther(at)
    else if (depth === recordDepth && !skipping) openRecord(at)
    depth += 1
  }

  function close(at: number): void {
    if (depth === recordDepth) {
      endElement(at)
      leaveList(at)
      return
    }
    depth -= 1
    if (depth > 0) return
    if (record.isOpen) closeRecord(at + 1)
    if (skipping) closeEnvelope(at + 1)
    skipping = false
  }

  function leaveList(at: number): void {
    if (depth === 0) out.push(bad(record.index + 1, 'a closing bracket without an opening one'))
    else depth -= 1
    skipping = depth > 0
    envelope.start = at
    if (list === envelope.list) envelope.records = record.index - envelope.recordsBefore
    recordDepth = 0
  }

  function isEnvelope(): boolean {
    return depth === 1 && record.isOpen && holdsRecords()
  }

  function isFurther(): boolean {
    if (!skipping || depth !== 1) return false
    return top.isRealm ? holdsRecords() : !top.isRecord && isFurtherKey(top.key)
  }

  function holdsRecords(): boolean {
    return top.isRealm ? ofRealm.has(top.key) : !top.isRecord && isListKey(top.key)
  }

  function enterEnvelope(at: number): void {
    envelopes += 1
    hold(at)
    list = top.key
    Object.assign(envelope, { text: `${record.held}[`, list })
    const head = parseJsonRow(0, `${envelope.text}]}`)
    columns = head.kind === 'bad' ? null : columnsIn(head.value)
    const before = head.kind === 'bad' || top.isRealm ? [] : furtherLists(head.value)
    for (const { key, records } of before)
      if (listedAs({ list: key }) === 'groups') addNested(records, { key, row: head })
    envelope.recordsBefore = record.index
    recordDepth = 2
    Object.assign(record, { isOpen: false, held: '', isOver: false })
  }

  /** Another list of the same envelope. */
  function enterFurther(at: number): void {
    keepEnvelope(at)
    envelope.text += '['
    list = top.key
    recordDepth = 2
    skipping = false
  }

  function keepEnvelope(end: number): void {
    if (envelope.text.length <= limits.recordChars)
      envelope.text += chunk.slice(envelope.start, end)
  }

  function closeEnvelope(end: number): void {
    keepEnvelope(end)
    const row =
      envelope.text.length > limits.recordChars
        ? tooLongRow(record.index + 1)
        : parseJsonRow(record.index + 1, envelope.text)
    pages.add(row.kind === 'bad' ? {} : row.value, envelope.list, envelope.records)
    // People may be in what can't be read.
    if (row.kind === 'bad') out.push(row)
    else
      for (const { key, records } of furtherLists(row.value))
        // Groups that came before the list were taken there.
        if (listedAs({ list: key }) !== 'groups') addNested(records, { key, row })
  }

  function openRecord(at: number): void {
    if (record.isOpen) return
    Object.assign(record, { isOpen: true, start: at })
    if (recordDepth === 0)
      Object.assign(top, { key: '', isRecord: false, isRealm: false, isReply: false })
  }

  function endElement(at: number): void {
    if (record.isOpen) closeRecord(at)
  }

  function closeRecord(at: number): void {
    hold(at)
    const row = record.isOver
      ? tooLongRow(record.index + 1)
      : parseJsonRow(record.index + 1, record.held)
    if (recordDepth === 0 && row.kind === 'raw') addTopLevel(row.value, row)
    else if (recordDepth === 1 && row.kind === 'raw' && isPageInList(row.value))
      addPage(row.value, row)
    else {
      record.index += 1
      out.push(row.kind === 'raw' && recordDepth === 2 ? { ...row, list } : row)
    }
    Object.assign(record, { isOpen: false, held: '', isOver: false })
  }

  function addTopLevel(value: JsonValue, row: RawRow): void {
    if (!top.isRecord || isAnswer(value)) return addPage(value, row)
    record.index += 1
    out.push(row)
  }

  /** A list may be deeper in an envelope (`{"d": {"results": […]}}`). */
  function addPage(value: JsonValue, row: RawRow): void {
    const nested = isList(value) ? { key: '', page: {}, records: value } : nestedList(value)
    if (nested === null) {
      record.index += 1
      out.push(row)
      return
    }
    envelopes += 1
    pages.add(nested.page, nested.key.slice(0, longestKey), nested.records.length)
    addNested(nested.records, { key: nested.key, row })
    for (const { key, records } of furtherLists(nested.page)) addNested(records, { key, row })
  }

  function addNested(
    records: readonly JsonValue[],
    { key, row }: { key: string; row: RawRow },
  ): void {
    const chars = row.kind === 'raw' ? row.chars : 0
    // It is looked at for every record.
    const listKey = key.slice(0, longestKey)
    for (const value of records) {
      record.index += 1
      out.push({ kind: 'raw', line: record.index, value, chars, list: listKey })
    }
  }

  function hold(end: number): void {
    if (record.isOver) return
    record.held += chunk.slice(record.start, end)
    record.isOver = record.held.length > limits.recordChars
    if (record.isOver) record.held = ''
  }

  function openString(at: number): void {
    inString = true
    top.isTracked = depth === 1 && recordDepth === 0
    if (top.isTracked) Object.assign(top, { textStart: at + 1, text: '' })
  }

  function takeText(end: number): void {
    top.text = (top.text + chunk.slice(top.textStart, end)).slice(0, 40)
  }

  function readKey(): void {
    top.key = top.text
    if (top.key === 'jsonrpc') top.isReply = true
    if (recordKeys.has(top.key) && !top.isReply) top.isRecord = true
    if (top.key === 'realm') top.isRealm = true
  }

  function end(): RawRow[] {
    chunk = ''
    out = []
    record.start = 0
    if (depth > 0) return [bad(record.index + 1, 'the file ends inside a list or a record')]
    endElement(0)
    return out
  }

  return {
    push,
    end,
    sawEnvelope: () => envelopes > 0,
    columns: () => columns,
    unfinished: pages.unfinished,
  }
}

/** One large JSON text, or several in a row. `onUnfinished` is called with the reason if the pages can't be all. */
export async function* readJson(
  chunks: AsyncIterable<string>,
  onUnfinished: (why: string) => void,
): AsyncGenerator<RawRow[]> {
  const splitter = createJsonSplitter()
  const named = createRowNamer()
  for await (const chunk of chunks) yield named(splitter.push(chunk), splitter.columns())
  yield named(splitter.end(), splitter.columns())
  const why = splitter.unfinished()
  if (why !== null) onUnfinished(why)
}

function bad(line: number, reason: string): BadRow {
  return { kind: 'bad', line, reason }
}
