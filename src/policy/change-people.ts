import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import { uuids } from '../database/uuids.ts'
import type { PolicyContext } from './change-policy.ts'
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
  const { now, isShared } = await lockFor(tx, { exclusive: managers, policies })
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

/** Something became due while the shared lock was waited for, and settling it needs the other one: begin again. */
class BecameDue extends Error {
  readonly code = '40001'
}

async function lockFor(
  tx: Transaction,
  { exclusive, policies }: { exclusive: boolean; policies: PolicyContext['policies'] },
): Promise<{ now: Date; isShared: boolean }> {
  const { isDue, mayThaw } = exclusive ? whole : await lookAround(tx)
  if (isDue || mayThaw) return { now: (await settle(tx, { policies })).now, isShared: false }
  const now = await lockPolicy(tx, 'shared')
  if ((await lookAround(tx)).isDue) throw new BecameDue('something became due meanwhile')
  return { now, isShared: true }
}

/** `mayThaw`: a ruleset waits for somebody who is gone. Should they come back, everybody has to be looked at. */
type Around = { isDue: boolean; mayThaw: boolean }
const whole: Around = { isDue: true, mayThaw: true }

async function lookAround(tx: Transaction): Promise<Around> {
  const { rows } = await sql<Around>`
    select exists (select from due_instant where at <= current_instant()) as "isDue",
      exists (select from ruleset_freeze where ended_at is null and reason = 'referent_gone') as "mayThaw"`.execute(
    tx,
  )
  return rows[0] ?? whole
}
