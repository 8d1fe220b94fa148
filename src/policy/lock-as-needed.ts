import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { lockPolicy } from '../database/policy-lock.ts'
import type { PolicyCache } from './compiled-policy.ts'
import { settle } from './manifests/settle.ts'

/** `now` is the transaction's instant since it holds the lock. Shared, nothing is due and `needsAll` is false. */
export type PolicyLock = { now: Date; isShared: boolean }

/**
 * Takes the policy lock: exclusive, with what is due settled, where `needsAll` (an expression of SQL) says that everybody
 * may have to be looked at; else shared, so that such work goes side by side. What comes up while the shared lock is waited
 * for is asked after: then it is let go, and the other one taken.
 */
export async function lockAsNeeded(
  tx: Transaction,
  { policies, needsAll }: { policies?: PolicyCache | undefined; needsAll: RawBuilder<boolean> },
): Promise<PolicyLock> {
  const isNeeded = async () => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from due_instant where at <= current_instant()) or ${needsAll} as found`.execute(
      tx,
    )
    return rows[0]?.found ?? true
  }
  if (!(await isNeeded())) {
    await sql`savepoint before_policy_lock`.execute(tx)
    const now = await lockPolicy(tx, 'shared')
    if (!(await isNeeded())) {
      await sql`release savepoint before_policy_lock`.execute(tx)
      return { now, isShared: true }
    }
    await sql`rollback to savepoint before_policy_lock`.execute(tx)
  }
  return { now: (await settle(tx, { policies })).now, isShared: false }
}
