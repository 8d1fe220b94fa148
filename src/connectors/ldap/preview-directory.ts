import type { Mapping } from '../file/mapping.ts'
import type { BadRow, SourceAccount } from '../file/source-record.ts'
import { MarkKeeper } from './change-mark.ts'
import { beginReading, type DirectoryReading } from './directory-reading.ts'
import type { Flavour } from './flavour.ts'
import { firstText } from './ldap-entry.ts'
import { LdapSession, type LdapTarget } from './ldap-session.ts'
import { idLookUp, readPeople } from './read-people.ts'

/** Some people and the names of some groups, as a sync would read them. */
export type DirectoryPreview = {
  product: Flavour
  people: readonly SourceAccount[]
  bad: readonly BadRow[]
  groups: readonly string[]
}

const atMost = 3

/** Reads a little of a directory. @throws ImportRefused if it can't be read */
export async function previewDirectory(
  target: LdapTarget,
  mapping: Mapping,
): Promise<DirectoryPreview> {
  const session = await LdapSession.open(target)
  try {
    const reading = await beginReading(session, target.settings)
    const { root, server, dialect, flavour } = reading
    const keeper = new MarkKeeper(dialect, { root, server })
    const people: SourceAccount[] = []
    const bad: BadRow[] = []
    const scope = { ...reading.people, pageSize: atMost }
    const options = { mapping, keeper, idOf: idLookUp(reading) }
    for await (const found of readPeople({ ...reading, people: scope }, options)) {
      if (found.kind === 'bad') bad.push(found)
      else if (found.kind === 'account') people.push(found)
      if (people.length + bad.length >= atMost) break
    }
    return { product: flavour, people, bad, groups: await groupNames(reading) }
  } finally {
    await session.close()
  }
}

async function groupNames({ session, groups }: DirectoryReading): Promise<readonly string[]> {
  const names: string[] = []
  for (const base of groups?.bases ?? []) {
    if (groups === null || names.length >= atMost) break
    const search = { ...groups, pageSize: atMost, base, attributes: ['cn'] }
    for await (const page of session.pages(search)) {
      names.push(...page.map((entry) => firstText(entry, ['cn']) ?? entry.dn))
      if (names.length >= atMost) break
    }
  }
  return names.slice(0, atMost)
}
