import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import type { PolicyCache } from './compiled-policy.ts'
import { settle } from './manifests/settle.ts'

/** `now` is the transaction's instant since it holds the lock. Shared, nothing is due and `needsAll` is false. */
export type PolicyLock = { now: Date; isShared: boolean }

const savepoint = sql`savepoint before_policy_lock`
const release = sql`release savepoint before_policy_lock`
const rollback = sql`rollback to savepoint before_policy_lock`

/**
 * Takes the policy lock: exclusive, with what is due settled, where something is due or `needsAll` (an expression of SQL)
 * says that everyone may have to be evaluated; else shared, so that such work goes side by side. That is asked under the
 * shared lock, because it may change while the lock is waited for: then it is released and the exclusive one taken.
 */
export async function lockAsNeeded(
  tx: Transaction,
  {
    policies,
    needsAll = sql<boolean>`false`,
  }: { policies?: PolicyCache | undefined; needsAll?: RawBuilder<boolean> },
): Promise<PolicyLock> {
  const [, now, isNeeded] = await Promise.all([
    savepoint.execute(tx),
    lockPolicy(tx, 'shared'),
    isExclusiveNeeded(tx, needsAll),
  ])
  await (isNeeded ? rollback : release).execute(tx)
  return isNeeded
    ? { now: (await settle(tx, { policies })).now, isShared: false }
    : { now, isShared: true }
}

async function isExclusiveNeeded(tx: Transaction, needsAll: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from due_instant where at <= current_instant()) or ${needsAll} as found`.execute(
    tx,
  )
  return rows[0]?.found ?? true
}
