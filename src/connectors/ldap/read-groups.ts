import type { JsonObject } from '../../contract/json.ts'
import { dnKey } from './dn.ts'
import type { DirectoryReading } from './directory-reading.ts'
import type { MarkKeeper } from './change-mark.ts'
import { stableId } from './flavour.ts'
import { memberAttributes, readMemberNames } from './group-members.ts'
import { firstText, type LdapEntry } from './ldap-entry.ts'
import { membersOf, type ListedGroup } from './nested-members.ts'
import type { PeopleIndex } from './people-index.ts'

type ReadGroup = ListedGroup & { facts: JsonObject; dn: string }

/** A group with everyone who is in it, also through groups in it. `outside`: members that are neither people nor groups that were read. */
export type GroupRecord = { dn: string; record: JsonObject; outside: number }

/** Reads all groups, and then who is in each. @throws ImportRefused where they have too many members */
export async function* readGroups(
  reading: DirectoryReading,
  people: PeopleIndex,
  keeper: MarkKeeper,
): AsyncGenerator<GroupRecord> {
  const groups = await readAll(reading, people, keeper)
  for await (const { group, members, outside } of membersOf(groups))
    yield { dn: group.dn, record: { ...group.facts, members }, outside }
}

async function readAll(
  reading: DirectoryReading,
  people: PeopleIndex,
  keeper: MarkKeeper,
): Promise<Map<string, ReadGroup>> {
  const found = new Map<string, ReadGroup>()
  const { session, groups: scope } = reading
  if (scope === null) return found
  const attributes = groupAttributes(reading)
  for (const base of scope.bases) {
    for await (const page of session.pages({ ...scope, base, attributes })) {
      for (const entry of page) {
        const key = dnKey(entry.dn)
        keeper.note(entry)
        if (!found.has(key)) found.set(key, await readGroup(reading, people, entry))
      }
    }
  }
  return found
}

/** The attributes that {@link factsOf} reads. */
export function groupNames({ dialect }: DirectoryReading): readonly string[] {
  return [dialect.id, 'cn', 'displayName', 'sAMAccountName']
}

function groupAttributes(reading: DirectoryReading): readonly string[] {
  const { dialect, flavour } = reading
  const own = flavour === 'active_directory' ? ['primaryGroupToken'] : []
  return [...groupNames(reading), dialect.changedBy, ...own, ...memberAttributes(reading)]
}

async function readGroup(
  reading: DirectoryReading,
  { byDn, byUid, byPrimaryGroup }: PeopleIndex,
  entry: LdapEntry,
): Promise<ReadGroup> {
  const { dns, uids } = await readMemberNames(reading, entry)
  const token = firstText(entry, ['primaryGroupToken'])
  const primary = token === undefined ? [] : (byPrimaryGroup.get(token) ?? [])
  const people: string[] = []
  const others: string[] = []
  const place = (id: string | undefined, name: string) =>
    id === undefined ? others.push(name) : people.push(id)
  for (const dn of dns) {
    const key = dnKey(dn)
    place(byDn.get(key), key)
  }
  for (const uid of uids) place(byUid.get(uid.toLowerCase()), `uid=${uid}`)
  return { facts: factsOf(reading, entry), dn: entry.dn, people: [...people, ...primary], others }
}

/** What the entry of a group says, besides its members. */
export function factsOf({ dialect }: DirectoryReading, entry: LdapEntry): JsonObject {
  const id = stableId(entry, dialect)
  const named = ['cn', 'displayName', 'sAMAccountName'].flatMap((name) => {
    const [value] = entry.texts(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(named), dn: entry.dn, ...(id !== undefined && { id }) }
}
