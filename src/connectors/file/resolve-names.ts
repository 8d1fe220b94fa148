import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { dnOf, entryKind, listOf, valueOf } from './directory-entry.ts'
import { dnKey } from './dn.ts'
import { guidOf } from './ldif-value.ts'
import type { RawRow } from './raw-row.ts'
import { limits } from './source-record.ts'
import { isObject } from './value-path.ts'

type GoodRow = RawRow & { kind: 'raw' }
type Entry = { row: GoodRow; value: JsonObject; dn: string }

const longestName = 10 * limits.vendorId

/** Stable ids of directories, the first of which counts. */
const idNames = ['entryuuid', 'objectguid', 'nsuniqueid', 'ipauniqueid', 'guid']
const memberNames = ['member', 'uniquemember', 'memberuid']

/**
 * Entries of a directory name each other by distinguished names, which change. Adds to each entry its `id`, to a person the
 * `managerId`, and to a group its `members`: the ids of all people in it, those of groups inside included. A person whose manager is
 * further down, and groups, come later than in the file. Rows without a distinguished name pass.
 */
export async function* resolveNames(rows: AsyncIterable<RawRow[]>): AsyncGenerator<RawRow[]> {
  const ids = new Map<string, string>()
  const waiting = new Map<string, Entry[]>()
  const groups = new Map<string, Entry>()

  /** The row, and those that waited for it. */
  function release(entry: Entry): RawRow[] {
    const manager = keyOf(valueOf(entry.value, ['manager']))
    const managerId = manager === '' ? undefined : ids.get(manager)
    return [withKeys(entry, { id: idOf(entry), ...(managerId !== undefined && { managerId }) })]
  }

  function take(row: RawRow): RawRow[] {
    const entry = entryOf(row)
    if (entry === null) return [row]
    for (const name of namesOf(entry)) ids.set(name, idOf(entry))
    if (isGroup(entry.value)) {
      groups.set(entry.dn, entry)
      return []
    }
    const freed = (waiting.get(entry.dn) ?? []).flatMap(release)
    waiting.delete(entry.dn)
    const manager = keyOf(valueOf(entry.value, ['manager']))
    if (manager === '' || ids.has(manager)) return [...release(entry), ...freed]
    const others = waiting.get(manager)
    if (others === undefined) waiting.set(manager, [entry])
    else others.push(entry)
    return freed
  }

  function* membersOf(group: Entry, seen: Set<string>): Generator<string> {
    if (seen.has(group.dn)) return
    seen.add(group.dn)
    for (const member of memberNames.flatMap((name) => listOf(group.value, name))) {
      const name = keyOf(member)
      const inner = groups.get(name)
      if (inner !== undefined) yield* membersOf(inner, seen)
      else yield ids.get(name) ?? textOf(member)
    }
  }

  for await (const batch of rows) yield batch.flatMap(take)
  yield [...waiting.values()].flat().flatMap(release)
  yield [...groups.values()].map((group) =>
    withKeys(group, { id: idOf(group), members: [...new Set(membersOf(group, new Set()))] }),
  )
}

function entryOf(row: RawRow): Entry | null {
  if (row.kind === 'bad' || !isObject(row.value)) return null
  const dn = keyOf(dnOf(row.value))
  return dn === '' ? null : { row, value: row.value, dn }
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
