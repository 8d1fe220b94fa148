import { record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { subjectOfPerson } from '../../engine/columns/subject.ts'
import { loadCompiledPolicy, type LoadedPolicy, type PolicyCache } from '../compiled-policy.ts'
import { peopleFacts, type People, type PeopleBatch } from '../people-facts.ts'
import { auditStays } from './audit-manifests.ts'
import { everybodysChanges } from './everybodys-changes.ts'
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
  /** With `all`: only the manifests of these rulesets, and of whatever depends on their attributes. */
  rulesets?: readonly string[]
  /** Without it the policy is loaded afresh. */
  policies?: PolicyCache | undefined
  /** Told of all that is written, before it is. */
  observe?: ((changes: ManifestChanges) => void) | undefined
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
  const policy = await (options.policies?.inTransaction(tx) ?? loadCompiledPolicy(tx))
  const total = { ...nothing }
  const changes =
    options.people === 'all'
      ? everybodysChanges(tx, policy, options.rulesets ?? 'all', options.now.getTime())
      : changesOf(tx, policy, options, options.people)
  try {
    for (;;) {
      const next = await changes.next()
      if (next.done === true) return { ...total, people: next.value }
      options.observe?.(next.value)
      await writeChanges(tx, next.value, options)
      addUp(total, next.value)
    }
  } finally {
    // Whoever listens may end it, and a thread that still evaluates with it.
    await changes.return(0)
  }
}

const nothing: Recalculation = {
  people: 0,
  qualified: 0,
  unqualified: 0,
  entered: 0,
  changed: 0,
  ended: 0,
  orgs: 0,
}

/** What has to be written for these people and those with them. @returns how many people were looked at */
async function* changesOf(
  tx: Transaction,
  policy: LoadedPolicy,
  { now, withReports = false }: RecalculateOptions,
  listed: readonly string[],
): AsyncGenerator<ManifestChanges, number> {
  const people = await selectAffected(tx, listed, withReports)
  await lockPeople(tx, people)
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
    const verdict = verdicts.verdictOn(subjectOfPerson(person, directory, at))
    const finding = { person, parent: directory.parentOf(person), verdict, current }
    addChanges(changes, finding, policy, at)
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

function addUp(total: Recalculation, changes: ManifestChanges): void {
  total.qualified += changes.qualified.length
  total.unqualified += changes.unqualified.length
  total.entered += changes.entered.length
  total.changed += changes.changed.length
  total.ended += changes.ended.length
  total.orgs += changes.orgs.length
}
