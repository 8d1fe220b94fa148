import { getHeapStatistics } from 'node:v8'
import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { guidOf } from '../file/ldif-value.ts'
import type { RawRow } from '../file/raw-row.ts'
import type { RelateRows } from '../file/relate-rows.ts'
import { limits } from '../file/source-record.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { dnOf, entryKind, listOf, valueOf } from './directory-entry.ts'
import { dnKey } from './dn.ts'
import { membersOf, mostNestedMembers, type ListedGroup } from './nested-members.ts'

type GoodRow = RawRow & { kind: 'raw' }
type Entry = { row: GoodRow; value: JsonObject; dn: string }

const longestName = 10 * limits.vendorId

/** A column or key of distinguished names, by which the entries of a directory name each other. */
const namesEntries = /(?:^|[",;\t])(?:dn|distinguishedname)(?=[",;\t:\r\n])/im

export const relateDirectory: RelateRows = (rows, { head }) =>
  namesEntries.test(head) ? relateEntries(rows) : null

/** Stable ids of directories, the first of which counts. */
const idNames = ['entryuuid', 'objectguid', 'nsuniqueid', 'ipauniqueid', 'guid']
const memberNames = ['member', 'uniquemember', 'memberuid']

/** What is kept at most: names, entries that wait and groups in bytes, and members of all groups together. */
const usual = {
  bytes: getHeapStatistics().heap_size_limit / 4,
  members: mostNestedMembers,
}
/** Rows that are given on together. */
const batchSize = 100

/**
 * Entries of a directory name each other by distinguished names, which change. Adds to each entry its `id`, to a person the
 * `managerId`, and to a group its `members`: the ids of all people in it, those of groups inside included. A person whose manager is
 * further down, and groups, come later than in the file. Rows without a distinguished name pass. Throws UnreadableExport for what
 * is too large to be kept.
 */
export async function* relateEntries(
  rows: AsyncIterable<RawRow[]>,
  most = usual,
): AsyncGenerator<RawRow[]> {
  const ids = new Map<string, string>()
  const waiting = new Map<string, Entry[]>()
  const groups = new Map<string, Entry>()
  let bytes = 0

  function keep(size: number): void {
    bytes += size
    if (bytes > most.bytes) throw tooLarge()
  }

  function release(entry: Entry): RawRow {
    const manager = keyOf(valueOf(entry.value, ['manager']))
    const managerId = manager === '' ? undefined : ids.get(manager)
    return withKeys(entry, { id: idOf(entry), ...(managerId !== undefined && { managerId }) })
  }

  /** The row, and those that waited for it. */
  function* take(given: RawRow): Generator<RawRow> {
    const row = withKind(given)
    const entry = entryOf(row)
    if (entry === null) {
      yield row
      return
    }
    const id = idOf(entry)
    for (const name of namesOf(entry)) {
      ids.set(name, id)
      keep(sizeOf(name) + sizeOf(id))
    }
    if (isGroup(entry.value)) {
      groups.set(entry.dn, entry)
      keep(sizeOf(entry.value))
      return
    }
    const manager = keyOf(valueOf(entry.value, ['manager']))
    const freed = waiting.get(entry.dn) ?? []
    waiting.delete(entry.dn)
    if (manager === '' || ids.has(manager)) yield release(entry)
    else {
      keep(sizeOf(entry.value))
      const others = waiting.get(manager)
      if (others === undefined) waiting.set(manager, [entry])
      else others.push(entry)
    }
    for (const other of freed) {
      bytes -= sizeOf(other.value)
      yield release(other)
    }
  }

  for await (const batch of rows) yield* inBatches(batch.values().flatMap(take))
  for (const entries of waiting.values()) yield* inBatches(entries.values().map(release))
  yield* withMembers({ groups, ids }, most.members)
}

/** The groups, each with the ids of all people in it. */
async function* withMembers(
  { groups, ids }: { groups: ReadonlyMap<string, Entry>; ids: ReadonlyMap<string, string> },
  most: number,
): AsyncGenerator<RawRow[]> {
  const listed = new Map(
    [...groups].map(([dn, entry]) => [dn, { entry, ...listedIn(entry, ids, groups) }]),
  )
  for await (const { group, members } of membersOf(listed, most, UnreadableExport))
    yield [withKeys(group.entry, { id: idOf(group.entry), members })]
}

/** Who a group lists: ids of people, where they are known, and names of groups. */
function listedIn(
  { value }: Entry,
  ids: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, Entry>,
): ListedGroup {
  const people: string[] = []
  const others: string[] = []
  for (const member of memberNames.flatMap((attribute) => listOf(value, attribute))) {
    const name = keyOf(member)
    if (groups.has(name)) others.push(name)
    else people.push(ids.get(name) ?? textOf(member))
  }
  return { people, others }
}

function* inBatches(rows: Iterable<RawRow>): Generator<RawRow[]> {
  let batch: RawRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function tooLarge(): UnreadableExport {
  return new UnreadableExport(
    'The directory has too many groups, and people whose managers are further down, to keep them in memory. Export fewer attributes (the names, addresses, managers and members), or connect the directory itself by LDAP.',
  )
}

/** About how many bytes a value takes in memory. */
function sizeOf(value: JsonValue, levels: number = limits.profileDepth): number {
  if (typeof value === 'string') return 40 + value.length
  if (typeof value !== 'object' || value === null || levels === 0) return 8
  const parts = isList(value) ? value : Object.values(value)
  return parts.reduce<number>((sum, each) => sum + sizeOf(each, levels - 1), 40)
}

function entryOf(row: RawRow): Entry | null {
  if (row.kind === 'bad' || !isObject(row.value)) return null
  const dn = keyOf(dnOf(row.value))
  return dn === '' ? null : { row, value: row.value, dn }
}

function withKind(row: RawRow): RawRow {
  const known = row.kind === 'raw' ? entryKind(row.value) : null
  return known === null ? row : Object.assign(row, { known })
}

function withKeys({ row, value }: Entry, keys: JsonObject): RawRow {
  return { ...row, value: { ...value, ...keys } }
}

/** The names by which others refer to it; a group of POSIX lists user ids. */
function namesOf({ value, dn }: Entry): string[] {
  const uid = keyOf(valueOf(value, ['uid']))
  return uid === '' || isGroup(value) ? [dn] : [dn, uid]
}

function idOf({ value }: Entry): string {
  const id = idNames.map((name) => valueOf(value, [name])).find((each) => each !== undefined)
  // csvde writes bytes as X'00ff'.
  const text = textOf(id ?? writtenName(dnOf(value)))
  const hex = /^X'([0-9a-f]+)'$/i.exec(text)?.[1]
  return (hex === undefined ? null : guidOf(Buffer.from(hex, 'hex'))) ?? text
}

function isGroup(value: JsonObject): boolean {
  return entryKind(value) === 'group'
}

function textOf(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The same for equal names; empty for what is no name, such as a text that is far too long. */
function keyOf(name: JsonValue | undefined): string {
  return typeof name === 'string' && name.length <= longestName ? dnKey(name.trim()) : ''
}

/** A distinguished name without case and blanks around its separators, as ids of entries have it that have no other. */
function writtenName(name: JsonValue | undefined): string {
  const parts = typeof name === 'string' ? name.toLowerCase().split(/([,=+])/) : []
  return parts.map((part) => part.trim()).join('')
}
