import type { AuditActor } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import { instantUnderLocks, lockDrafts } from '../database/policy-lock.ts'
import type { PolicyCache } from './compiled-policy.ts'
import type { ManifestChanges } from './manifests/manifest-changes.ts'
import { lockAsNeeded } from './lock-as-needed.ts'
import { causeOf, type Counting } from './limits/counting.ts'
import { refuseLeaving } from './freezes/refuse-leaving.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/** The transaction that changes the policy, who does it, and the process's compiled policy where it has one. */
export type PolicyContext = {
  tx: Transaction
  actor: AuditActor
  policies?: PolicyCache | undefined
  /** Told of all that is written to manifests, before it is. */
  observe?: ((changes: ManifestChanges) => void) | undefined
  /** True where this change passes the limits of 24 hours. Asked once the work is done. */
  passesLimits?: boolean | (() => boolean) | undefined
  /** On a snapshot, in a transaction that will be rolled back: no lock is taken, and the effects on people are not written. */
  isDryRun?: boolean | undefined
  /** Which rulesets a refusal may name; without it, none. */
  mayView?: ((rulesetId: string) => boolean) | undefined
}

/** Whose manifests a change of the policy can move: of these rulesets and of what depends on their attributes. */
export type Reach = 'nothing' | 'all' | { rulesets: readonly string[] }

/** What a piece of work did. The limits leave out the rulesets and people (uuids) in `exempt`. */
export type PolicyWork<T> = { value: T; reach: Reach; exempt?: readonly string[] }

/**
 * Changes the policy, and manifests follow, in the caller's transaction. Takes the policy lock, exclusive (a dry run takes
 * none), and settles what is due; then `work` locks its rows, asks, writes and audits, all as of the instant that it gets.
 * Throws what `work` throws, 403 where a manifest that is to end needs an approval, and AttributeCycle where attributes
 * would depend on one another.
 */
export async function changePolicy<T>(
  {
    tx,
    actor,
    policies,
    observe,
    passesLimits = false,
    isDryRun = false,
    mayView = () => false,
  }: PolicyContext,
  work: (now: Date) => Promise<PolicyWork<T>>,
): Promise<T> {
  const { now } = await settle(tx, { policies, isDryRun })
  const { value, reach, exempt = [] } = await work(now)
  if (reach === 'nothing') return value
  const rulesets = reach === 'all' ? {} : reach
  const passes = typeof passesLimits === 'function' ? passesLimits() : passesLimits
  const limits = passes
    ? ({ exempt: 'all', counting: 'uncounted' } as const)
    : { exempt, counting: countingOf(actor, reach, exempt) }
  if (!passes) await refuseLeaving(tx, reach === 'all' ? reach : reach.rulesets, { now, mayView })
  const follow = { now, actor, people: 'all' as const, policies, observe, isDryRun }
  await recalculate(tx, { ...follow, ...limits, ...rulesets })
  return value
}

function countingOf(
  actor: AuditActor,
  reach: Exclude<Reach, 'nothing'>,
  named: readonly string[],
): Counting {
  const ownRulesets = reach === 'all' ? [] : reach.rulesets
  return { cause: causeOf(actor), except: new Set(named), ownRulesets }
}

/**
 * Adds drafts, which admit nobody, in the caller's transaction. It holds the policy lock shared, so that changes of people
 * do not wait for it, and the lock of drafts, so that no other draft is added meanwhile. Throws what `work` throws.
 */
export async function addDrafts<T>(
  { tx, policies }: Pick<PolicyContext, 'tx' | 'policies'>,
  work: (now: Date) => Promise<PolicyWork<T>>,
): Promise<T> {
  const lock = await lockAsNeeded(tx, { policies })
  await lockDrafts(tx)
  const { value, reach } = await work(lock.isShared ? await instantUnderLocks(tx) : lock.now)
  if (reach !== 'nothing') throw new Error('a draft moved people')
  return value
}
