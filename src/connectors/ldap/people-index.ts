import { dnKey } from '../file/dn.ts'
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
