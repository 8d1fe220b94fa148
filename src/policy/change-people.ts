import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import type { PolicyContext } from './change-policy.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/** The people (uuids) whose facts a piece of work has changed, and whether everybody below them is moved by it too. */
export type ChangedPeople<T> = { value: T; people: readonly string[]; withReports?: boolean }

/**
 * Changes people, and their manifests follow, in the caller's transaction. Takes the policy lock: shared, so that
 * changes of different people go side by side, or exclusive where `managers` says that the manager of somebody with
 * reports may change. `work` locks its people (for no key update, in id order), asks, writes and audits, all as of the
 * instant that it gets.
 */
export async function changePeople<T>(
  { tx, actor, policies, observe }: PolicyContext,
  { managers = false }: { managers?: boolean },
  work: (now: Date) => Promise<ChangedPeople<T>>,
): Promise<T> {
  const now = await lockFor(tx, { managers, policies })
  const { value, people, withReports = false } = await work(now)
  if (people.length > 0)
    await recalculate(tx, { now, actor, people, withReports, policies, observe })
  return value
}

/** Something became due while the shared lock was waited for, and settling it needs the other one: begin again. */
class BecameDue extends Error {
  readonly code = '40001'
}

async function lockFor(
  tx: Transaction,
  { managers, policies }: { managers: boolean; policies: PolicyContext['policies'] },
): Promise<Date> {
  if (managers || (await isDue(tx))) return (await settle(tx, { policies })).now
  const now = await lockPolicy(tx, 'shared')
  if (await isDue(tx)) throw new BecameDue('something became due meanwhile')
  return now
}

async function isDue(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from due_instant where at <= current_instant()) as due`.execute(tx)
  return rows[0]?.due ?? false
}
