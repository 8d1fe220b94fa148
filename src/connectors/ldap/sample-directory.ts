import type { SourceSample } from '../pull/connector.ts'
import {
  collectSample,
  sampledGroups,
  sampledPeople,
  type SampleCollector,
} from '../pull/source-sample.ts'
import { MarkKeeper } from './change-mark.ts'
import { beginReading, type DirectoryReading } from './directory-reading.ts'
import { LdapSession, type LdapTarget } from './ldap-session.ts'
import { factsOf, groupNames } from './read-groups.ts'
import { explainNoId, idLookUp, personRecords } from './read-people.ts'

/** Reads a little of a directory. @throws ImportRefused if it can't be read */
export async function sampleDirectory(target: LdapTarget): Promise<SourceSample> {
  const session = await LdapSession.open(target)
  try {
    const reading = await beginReading(session, target.settings)
    const collector = collectSample(reading.flavour)
    await samplePeople(reading, collector)
    await sampleGroups(reading, collector)
    return collector.sample()
  } finally {
    await session.close()
  }
}

async function samplePeople(
  reading: DirectoryReading,
  { addPerson, leaveOut }: SampleCollector,
): Promise<void> {
  const { root, server, dialect } = reading
  const people = { ...reading.people, pageSize: sampledPeople }
  const options = { keeper: new MarkKeeper(dialect, { root, server }), idOf: idLookUp(reading) }
  for await (const { dn, record } of personRecords({ ...reading, people }, options)) {
    const hasId = record['id'] !== undefined
    const hasRoom = hasId ? addPerson(dn, record) : leaveOut(explainNoId(dn, dialect.id))
    if (!hasRoom) return
  }
}

/** Without their members, which would take a reading of everyone. */
async function sampleGroups(
  reading: DirectoryReading,
  { addGroup }: SampleCollector,
): Promise<void> {
  const { session, groups } = reading
  if (groups === null) return
  const search = { ...groups, pageSize: sampledGroups, attributes: groupNames(reading) }
  for (const base of groups.bases)
    for await (const page of session.pages({ ...search, base }))
      for (const entry of page) if (!addGroup({ ...factsOf(reading, entry), members: [] })) return
}
