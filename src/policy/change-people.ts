import { sql } from 'kysely'
import { record, type AuditEntry } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import { instantUnderLocks } from '../database/policy-lock.ts'
import { uuids } from '../database/uuids.ts'
import type { PolicyContext } from './change-policy.ts'
import { lockAsNeeded } from './lock-as-needed.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/** What a piece of work did: to whom (uuids), what is told of it, and whether everybody below them is moved by it too. */
export type ChangedPeople<T> = {
  value: T
  people: readonly string[]
  entries?: readonly AuditEntry[]
  withReports?: boolean
}

/**
 * `hold` locks the people (for no key update, in id order) by its first statement, reads them and asks; `work` decides
 * and writes as of the instant that it gets.
 */
export type PeopleWork<T, Held> = {
  hold: () => Promise<Held>
  work: (now: Date, held: Held) => Promise<ChangedPeople<T>>
}

/**
 * Changes people whom an administrator names, and their manifests follow, in the caller's transaction. Takes the policy
 * lock: shared, so that changes of different people go side by side, or exclusive where `managers` says that the manager of
 * somebody with reports may change.
 */
export async function changePeople<T, Held>(
  { tx, actor, policies, observe, managers = false }: PolicyContext & { managers?: boolean },
  { hold, work }: PeopleWork<T, Held>,
): Promise<T> {
  const { now: since, isShared } = managers
    ? { ...(await settle(tx, { policies })), isShared: false }
    : await lockAsNeeded(tx, { policies })
  const [held, now] = await Promise.all([hold(), isShared ? instantUnderLocks(tx) : since])
  const { value, people, entries = [], withReports = false } = await work(now, held)
  const audited = record(tx, actor, entries)
  if (people.length === 0) {
    await audited
    return value
  }
  const setting = { now, actor, policies, observe, isShared }
  // No limit holds those who were named, with their secondary users. Whoever is below them follows within the limits.
  const [, , reports] = await Promise.all([
    audited,
    recalculate(tx, { ...setting, people, exempt: 'all', counting: 'uncounted' }),
    withReports ? selectReports(tx, people) : [],
  ])
  if (reports.length > 0) await recalculate(tx, { ...setting, people: reports, withReports })
  return value
}

async function selectReports(tx: Transaction, people: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from directory_user where manager_id = any (${uuids(people)}) order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
