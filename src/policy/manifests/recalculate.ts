import { record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { evaluatePerson } from '../../engine/evaluate-person.ts'
import { loadCompiledPolicy, type LoadedPolicy, type PolicyCache } from '../compiled-policy.ts'
import { peopleFacts, type People, type PeopleBatch } from '../people-facts.ts'
import { auditStays } from './audit-manifests.ts'
import { addChanges, noChanges, type ManifestChanges } from './manifest-changes.ts'
import {
  endStays,
  insertStays,
  lockPeople,
  selectAffected,
  selectCurrent,
  updateStays,
  writeOrgs,
  writeQualifications,
} from './queries.ts'

export type RecalculateOptions = {
  /** The instant that people are judged at; stays begin, change and end then. */
  now: Date
  actor: AuditActor
  /** `all`, or the people who changed. Their secondary users are recalculated with them. */
  people: People
  /** With a list: also everyone below them, as after a change of their manager. */
  withReports?: boolean
  /** Without it the policy is loaded afresh. */
  policies?: PolicyCache | undefined
  /** Told how many people are done, after each batch. */
  onProgress?: (people: number) => void
}

/** How many rows it wrote, and for how many people it looked. */
export type Recalculation = {
  people: number
  qualified: number
  unqualified: number
  entered: number
  changed: number
  ended: number
  orgs: number
}

/**
 * Makes qualifications, manifests and org follow from the policy again, and writes what differs with its audit
 * rows. The caller holds the policy lock (exclusive for `all`) and has settled what is due before `now`.
 */
export async function recalculate(
  tx: Transaction,
  options: RecalculateOptions,
): Promise<Recalculation> {
  const people = await affectedBy(tx, options)
  const policy = await (options.policies?.inTransaction(tx) ?? loadCompiledPolicy(tx))
  const total = {
    people: 0,
    qualified: 0,
    unqualified: 0,
    entered: 0,
    changed: 0,
    ended: 0,
    orgs: 0,
  }
  for await (const batch of peopleFacts(tx, policy.reads, people)) {
    const changes = await findChanges(tx, batch, policy, options.now)
    await writeChanges(tx, changes, options)
    addUp(total, batch.people.length, changes)
    options.onProgress?.(total.people)
  }
  return total
}

async function affectedBy(tx: Transaction, options: RecalculateOptions): Promise<People> {
  if (options.people === 'all') return 'all'
  const people = await selectAffected(tx, options.people, options.withReports ?? false)
  await lockPeople(tx, people)
  return people
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
  const setting = { policy: policy.compiled, directory, now: now.getTime() }
  const changes = noChanges()
  for (const person of people) {
    const current = stored.get(person.id)
    if (current === undefined) continue
    const verdict = evaluatePerson(setting, person)
    const finding = { person, parent: directory.parentOf(person), verdict, current }
    addChanges(changes, finding, policy, setting.now)
  }
  return changes
}

async function writeChanges(
  tx: Transaction,
  changes: ManifestChanges,
  { now, actor }: RecalculateOptions,
): Promise<void> {
  await writeQualifications(tx, changes)
  await endStays(tx, changes.ended, now)
  await updateStays(tx, changes.changed, now)
  const entered = await insertStays(tx, changes.entered, now)
  await writeOrgs(tx, changes.orgs)
  await record(tx, actor, auditStays(entered, changes.changed, changes.ended))
}

function addUp(total: Recalculation, people: number, changes: ManifestChanges): void {
  total.people += people
  total.qualified += changes.qualified.length
  total.unqualified += changes.unqualified.length
  total.entered += changes.entered.length
  total.changed += changes.changed.length
  total.ended += changes.ended.length
  total.orgs += changes.orgs.length
}
