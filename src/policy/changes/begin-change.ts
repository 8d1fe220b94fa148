import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { instantUnderLocks, lockDrafts, lockPolicy } from '../../database/policy-lock.ts'
import type { PolicyCache } from '../model/compiled-policy.ts'
import { lockAndSettle } from '../manifests/settle.ts'
import type { Begun, ChangeContext } from './change-context.ts'

/** Takes the policy lock, exclusive, and settles what is due. A dry run takes no lock. */
export async function beginPolicyChange({ tx, policies, isDryRun }: ChangeContext): Promise<Begun> {
  const { now } = await lockAndSettle(tx, { policies, isDryRun })
  return { now, isShared: false }
}

/**
 * Begins a change of a draft (an SQL expression for its uuid, null for a new one). Drafts admit no one, so changes of
 * people need not wait: it holds the policy lock shared, and the lock of drafts, so that no other draft changes
 * meanwhile. For any other rule it is {@link beginPolicyChange}.
 */
export async function beginDraftChange(
  { tx, policies }: ChangeContext,
  draft: RawBuilder<string | null>,
): Promise<Begun> {
  // Activating it, or giving it a date, takes the exclusive lock, so a draft stays one under the shared lock.
  const needsAll = sql<boolean>`exists (select from rule where id = ${draft} and (state <> 'staged' or activates_at is not null))`
  const lock = await lockAsNeeded(tx, { policies, needsAll })
  if (!lock.isShared) return lock
  await lockDrafts(tx)
  // A change of a person's name writes it into the rules that name them.
  await sql`select from rule where id = ${draft} for no key update`.execute(tx)
  return { now: await instantUnderLocks(tx), isShared: true }
}

/**
 * Begins a change of people named by an administrator. Takes the policy lock: shared, so that changes of different
 * people run concurrently, or exclusive where `managers` says that the manager of a person with reports may change.
 * Then `hold` locks the people (for no key update, in id order), reads them and checks permissions.
 */
export async function beginPeopleChange<Held>(
  context: ChangeContext,
  { hold, managers = false }: { hold: () => Promise<Held>; managers?: boolean | undefined },
): Promise<Begun & { held: Held }> {
  const { tx, policies, isDryRun = false } = context
  const lock =
    managers || isDryRun ? await beginPolicyChange(context) : await lockAsNeeded(tx, { policies })
  // Sent together with what `hold` sends: the instant is read once its first statement has the locks.
  const [held, now] = await Promise.all([hold(), lock.isShared ? instantUnderLocks(tx) : lock.now])
  return { now, isShared: lock.isShared, held }
}

const savepoint = sql`savepoint before_policy_lock`
const release = sql`release savepoint before_policy_lock`
const rollback = sql`rollback to savepoint before_policy_lock`

/**
 * Takes the policy lock: exclusive, with what is due settled, where something is due or `needsAll` (an expression of SQL, or
 * `always`) says that everyone may have to be evaluated; else shared, so that such work goes side by side. That is asked under the
 * shared lock, because it may change while the lock is waited for: then it is released and the exclusive one taken.
 */
export async function lockAsNeeded(
  tx: Transaction,
  {
    policies,
    needsAll = sql<boolean>`false`,
  }: { policies?: PolicyCache | undefined; needsAll?: RawBuilder<boolean> | 'always' },
): Promise<Begun> {
  if (needsAll === 'always')
    return { now: (await lockAndSettle(tx, { policies })).now, isShared: false }
  const [, now, isNeeded] = await Promise.all([
    savepoint.execute(tx),
    lockPolicy(tx, 'shared'),
    isExclusiveNeeded(tx, needsAll),
  ])
  await (isNeeded ? rollback : release).execute(tx)
  return isNeeded
    ? { now: (await lockAndSettle(tx, { policies })).now, isShared: false }
    : { now, isShared: true }
}

async function isExclusiveNeeded(tx: Transaction, needsAll: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from due_instant where at <= current_instant()) or ${needsAll} as found`.execute(
    tx,
  )
  return rows[0]?.found ?? true
}
