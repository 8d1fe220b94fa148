import { encodeId, idPrefixes } from '../contract/ids.ts'
import { evaluatePerson } from '../engine/evaluate-person.ts'
import type { Person } from '../engine/model.ts'
import {
  addChanges,
  noChanges,
  type ManifestChanges,
  type StayValues,
} from '../policy/manifests/manifest-changes.ts'
import { selectCurrent } from '../policy/manifests/queries.ts'
import { loadCompiledPolicy } from '../policy/model/compiled-policy.ts'
import { peopleFacts } from '../policy/model/people-facts.ts'
import type { Found } from './difference.ts'
import type { Snapshot, Step } from './snapshot.ts'

/**
 * Manifests, qualifications and orgs: evaluates everybody by the plain evaluator, which writes nothing otherwise, and
 * compares. In memory are the policy, two batches of people and, where rules name managers of all levels, everybody's manager.
 */
export async function* checkAccess({
  tx,
  settledAt,
  people: total,
}: Snapshot): AsyncGenerator<Step> {
  const policy = await loadCompiledPolicy(tx)
  const now = settledAt.getTime()
  let done = 0
  for await (const { people, directory } of peopleFacts(tx, policy.reads, 'all')) {
    const stored = await selectCurrent(
      tx,
      people.map(({ id }) => id),
    )
    const setting = { policy: policy.compiled, directory, now }
    const changes = noChanges()
    let memberships = 0
    for (const person of people) {
      const current = stored.get(person.id)
      if (current === undefined) continue
      memberships += current.stays.length
      const verdict = evaluatePerson(setting, person)
      const finding = { person, parent: directory.parentOf(person), verdict, current }
      addChanges(changes, finding, policy, now)
    }
    done += people.length
    const orgs = new Map([...stored].map(([id, { org }]) => [id, org]))
    yield { done, total, found: foundIn(changes, orgs), memberships }
  }
}

type Orgs = ReadonlyMap<Person['id'], Readonly<Record<string, string>>>

/** What would have to change for the stored rows to follow. */
function foundIn(changes: ManifestChanges, orgs: Orgs): Found[] {
  const { qualified, unqualified, entered, changed, ended } = changes
  return [
    ...qualified.map((each) => qualification(each, null, 'qualifies')),
    ...unqualified.map((each) => qualification(each, 'qualifies', null)),
    ...entered.map((stay) => membership(null, stay, null, said(stay))),
    ...changed.map(({ personId, before, after }) =>
      membership(before.id, { ...before, personId }, said(before), said(after)),
    ),
    ...ended.map(({ personId, before }) =>
      membership(before.id, { ...before, personId }, said(before), null),
    ),
    ...changes.orgs.map(({ personId, org }) => ({
      ...ofPerson(personId),
      what: 'org',
      rulesetId: null,
      stored: JSON.stringify(orgs.get(personId)),
      follows: JSON.stringify(org),
    })),
  ]
}

function qualification(
  { personId, ruleId }: { personId: string; ruleId: string },
  stored: string | null,
  follows: string | null,
): Found {
  const what = `qualification for ${encodeId('rule', ruleId)}`
  return { ...ofPerson(personId), what, rulesetId: null, stored, follows }
}

function membership(
  id: string | null,
  { personId, rulesetId }: { personId: string; rulesetId: string },
  stored: string | null,
  follows: string | null,
): Found {
  const record = id === null ? {} : { recordType: idPrefixes.policyUser, recordId: id }
  return { ...ofPerson(personId), ...record, what: 'membership', rulesetId, stored, follows }
}

function ofPerson(personId: string) {
  return { recordType: idPrefixes.directoryUser, recordId: personId, personId }
}

function said({ state, ruleId, expiresBy, expiresAt }: StayValues): string {
  const end =
    expiresAt === null ? '' : ` until ${new Date(expiresAt).toISOString()} by its ${expiresBy}`
  return `${state} by ${encodeId('rule', ruleId)}${end}`
}
