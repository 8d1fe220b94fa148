import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import type { PolicyContext } from './change-policy.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/** The people (uuids) whose facts a piece of work has changed, and whether everybody below them is moved by it too. */
export type ChangedPeople<T> = { value: T; people: readonly string[]; withReports?: boolean }

/** `named`: an administrator's act on one named person, which no limit holds. */
export type PeopleChange = { managers?: boolean; named?: boolean }

/**
 * Changes people, and their manifests follow, in the caller's transaction. Takes the policy lock: shared, so that
 * changes of different people go side by side, or exclusive where `managers` says that the manager of somebody with
 * reports may change, and where it is counted how many move. `work` locks its people (for no key update, in id order),
 * asks, writes and audits, all as of the instant that it gets.
 */
export async function changePeople<T>(
  { tx, actor, policies, observe }: PolicyContext,
  { managers = false, named = false }: PeopleChange,
  work: (now: Date) => Promise<ChangedPeople<T>>,
): Promise<T> {
  const { now, isShared } = await lockFor(tx, { exclusive: managers || !named, policies })
  const { value, people, withReports = false } = await work(now)
  if (people.length === 0) return value
  const exempt = named ? 'all' : []
  const setting = { now, actor, policies, observe, exempt, isShared } as const
  await recalculate(tx, { ...setting, people, withReports })
  return value
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
