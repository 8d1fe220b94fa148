import type { Transaction } from '../../database/database.ts'
import { subjectOfPerson } from '../../engine/columns/subject.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { peopleFacts, type PeopleBatch } from '../people-facts.ts'
import { keepFrozen } from './frozen-manifests.ts'
import { addChanges, noChanges, type ManifestChanges } from './manifest-changes.ts'
import { lockAffected, selectCurrent } from './queries.ts'

/** People by uuid; `withReports`: with everybody below them. */
export type Listed = { people: readonly string[]; withReports: boolean }

/** What has to be written for these people and those with them. @returns how many people were looked at */
export async function* listedChanges(
  tx: Transaction,
  policy: LoadedPolicy,
  { people: listed, withReports }: Listed,
  now: Date,
): AsyncGenerator<ManifestChanges, number> {
  const people = await lockAffected(tx, listed, withReports)
  let looked = 0
  for await (const batch of peopleFacts(tx, policy.reads, people)) {
    yield await findChanges(tx, batch, policy, now)
    looked += batch.people.length
  }
  return looked
}

async function findChanges(
  tx: Transaction,
  { people, directory }: PeopleBatch,
  policy: LoadedPolicy,
  now: Date,
): Promise<ManifestChanges> {
  const stored = await selectCurrent(
    tx,
    people.map(({ id }) => id),
  )
  const at = now.getTime()
  const verdicts = policy.verdicts()
  const changes = noChanges()
  for (const person of people) {
    const current = stored.get(person.id)
    if (current === undefined) continue
    const found = verdicts.verdictOn(subjectOfPerson(person, directory, at))
    const verdict = person.deletedAt === null ? keepFrozen(found, current, policy) : found
    const finding = { person, parent: directory.parentOf(person), verdict, current }
    addChanges(changes, finding, policy, at)
  }
  return changes
}
