import { clip } from '../../contract/text.ts'
import { dnKey } from './dn.ts'
import type { LeftOutRow } from '../file/source-record.ts'
import type { KnownEntry, KnownRecords } from '../pull/known-records.ts'
import type { DirectoryReading } from './directory-reading.ts'
import { stableId } from './flavour.ts'
import { firstText } from './ldap-entry.ts'

/** The ids of all people, by what groups and reports call them. */
export type PeopleIndex = {
  byDn: ReadonlyMap<string, string>
  /** Of the members of `posixGroup`. */
  byUid: ReadonlyMap<string, string>
  /** Active Directory: by the group that is a person's primary one, which does not list its people. */
  byPrimaryGroup: ReadonlyMap<string, readonly string[]>
}

/** Reads the names and ids of all people, and nothing else of them. */
export async function indexPeople(reading: DirectoryReading): Promise<PeopleIndex> {
  const { session, people, dialect, flavour } = reading
  const isActiveDirectory = flavour === 'active_directory'
  const attributes = [dialect.id, isActiveDirectory ? 'primaryGroupID' : 'uid']
  const byDn = new Map<string, string>()
  const byUid = new Map<string, string>()
  const byPrimaryGroup = new Map<string, string[]>()
  for (const base of people.bases) {
    for await (const page of session.pages({ ...people, base, attributes })) {
      for (const entry of page) {
        const id = stableId(entry, dialect)
        if (id === undefined || byDn.has(dnKey(entry.dn))) continue
        byDn.set(dnKey(entry.dn), id)
        for (const uid of entry.texts('uid')) byUid.set(uid.toLowerCase(), id)
        const group = firstText(entry, ['primaryGroupID'])
        if (group !== undefined) push(byPrimaryGroup, group, id)
      }
    }
  }
  return { byDn, byUid, byPrimaryGroup }
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Accounts that earlier readings found in parts of the directory that are on another server now. They are as they were. */
export type UnreadAccounts = ReadonlyMap<string, KnownEntry>

/** The accounts that are known, and not in the index, below the entries that refer to other servers. */
export async function findUnread(
  reading: DirectoryReading,
  { byDn }: PeopleIndex,
  { entries }: Pick<KnownRecords, 'entries'>,
): Promise<UnreadAccounts> {
  const places = await placesOf(reading)
  const read = new Set(byDn.values())
  const unread = new Map<string, KnownEntry>()
  for await (const slice of entries?.() ?? [])
    for (const entry of slice)
      if (!read.has(entry.id) && isBelow(entry, places)) unread.set(entry.id, entry)
  return unread
}

/** The index, with accounts that were not read: managers and groups may name them. */
export function withUnread(index: PeopleIndex, unread: UnreadAccounts): PeopleIndex {
  const entries = [...unread.values()]
  const named = (key: 'dn' | 'uid', of: (name: string) => string) =>
    entries.flatMap(({ id, [key]: name }) => (name === null ? [] : [[of(name), id] as const]))
  return {
    ...index,
    byDn: new Map([...named('dn', dnKey), ...index.byDn]),
    byUid: new Map([...named('uid', (uid) => uid.toLowerCase()), ...index.byUid]),
  }
}

/** The account is present, although nothing was read of it. */
export function unreadRow({ id: vendorId, dn }: KnownEntry): LeftOutRow {
  const reason = 'an account in a part of the directory that is on another server: it was not read'
  return {
    kind: 'left_out',
    line: 1,
    reason: dn === null ? reason : `${reason}: ${clip(dn)}`,
    vendorId,
  }
}

/** The names of entries that refer to other servers; none where the directory does not show them. */
async function placesOf({ session, people }: DirectoryReading): Promise<readonly string[]> {
  const found = []
  for (const base of people.bases) found.push(...(await session.referralsBelow(base)))
  return found.map(dnKey)
}

/** Where that can't be told, the account may be there. */
function isBelow({ dn }: KnownEntry, places: readonly string[]): boolean {
  if (dn === null || places.length === 0) return true
  const key = dnKey(dn)
  return places.some((place) => key === place || key.endsWith(`\u0000${place}`))
}
