import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { uuids } from '../database/uuids.ts'
import type { PolicyContext } from './change-policy.ts'
import { lockAsNeeded } from './lock-as-needed.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/** The people (uuids) whom a piece of work has changed, and whether everybody below them is moved by it too. */
export type ChangedPeople<T> = { value: T; people: readonly string[]; withReports?: boolean }

/**
 * Changes people whom an administrator names, and their manifests follow, in the caller's transaction. Takes the policy
 * lock: shared, so that changes of different people go side by side, or exclusive where `managers` says that the manager of
 * somebody with reports may change. `work` locks its people (for no key update, in id order), asks, writes and audits, all
 * as of the instant that it gets.
 */
export async function changePeople<T>(
  { tx, actor, policies, observe, managers = false }: PolicyContext & { managers?: boolean },
  work: (now: Date) => Promise<ChangedPeople<T>>,
): Promise<T> {
  const { now, isShared } = managers
    ? { ...(await settle(tx, { policies })), isShared: false }
    : await lockAsNeeded(tx, { policies, needsAll: somebodyIsMissed })
  const { value, people, withReports = false } = await work(now)
  if (people.length === 0) return value
  const setting = { now, actor, policies, observe, isShared }
  // No limit holds those who were named, with their secondary users. Whoever is below them follows within the limits.
  await recalculate(tx, { ...setting, people, exempt: 'all' })
  const reports = withReports ? await selectReports(tx, people) : []
  if (reports.length > 0) await recalculate(tx, { ...setting, people: reports, withReports })
  return value
}

async function selectReports(tx: Transaction, people: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from directory_user where manager_id = any (${uuids(people)}) order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A ruleset waits for somebody who is gone: should they come back, everybody has to be looked at. */
const somebodyIsMissed = sql<boolean>`
  exists (select from ruleset_freeze where ended_at is null and reason = 'referent_gone')`
