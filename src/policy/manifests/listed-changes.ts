import type { Transaction } from '../../database/database.ts'
import { subjectOfPerson } from '../../engine/columns/subject.ts'
import type { Instant } from '../../engine/model.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import { inBatches } from '../model/in-batches.ts'
import { batchSize, factsOf, type PeopleBatch } from '../model/people-facts.ts'
import {
  addChanges,
  noChanges,
  type CurrentPerson,
  type ManifestChanges,
} from './manifest-changes.ts'
import { lockAffected, selectCurrent } from './queries.ts'

/** People by uuid; `withReports`: with everybody below them. */
export type Listed = { people: readonly string[]; withReports: boolean }

/** The changes to write for these people and those evaluated with them. @returns how many people were evaluated */
export async function* listedChanges(
  tx: Transaction,
  policy: LoadedPolicy,
  { people: listed, withReports }: Listed,
  now: Date,
): AsyncGenerator<ManifestChanges, number> {
  const people = await lockAffected(tx, listed, withReports)
  for (const ids of inBatches(people, batchSize)) {
    const [facts, stored] = await Promise.all([
      factsOf(tx, policy.reads, ids),
      selectCurrent(tx, ids),
    ])
    yield changesOf(facts, stored, policy, now.getTime())
  }
  return people.length
}

function changesOf(
  { people, directory }: PeopleBatch,
  stored: ReadonlyMap<string, CurrentPerson>,
  policy: LoadedPolicy,
  at: Instant,
): ManifestChanges {
  const verdicts = policy.verdicts()
  const changes = noChanges()
  for (const person of people) {
    const current = stored.get(person.id)
    if (current === undefined) continue
    const verdict = verdicts.verdictOn(subjectOfPerson(person, directory, at))
    const finding = { person, parent: directory.parentOf(person), verdict, current }
    addChanges(changes, finding, policy, at)
  }
  return changes
}
