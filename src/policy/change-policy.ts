import { sql, type RawBuilder } from 'kysely'
import type { AuditActor } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import { instantUnderLocks, lockDrafts } from '../database/policy-lock.ts'
import type { PolicyCache } from './compiled-policy.ts'
import type { ManifestChanges } from './manifests/manifest-changes.ts'
import { lockAsNeeded } from './lock-as-needed.ts'
import { BeyondLimits } from './limits/beyond-limits.ts'
import { causeOf, type Cause, type Counting, type Exceeded } from './limits/counting.ts'
import { countNamedPeople } from './limits/named-people.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/** The transaction that changes the policy, its actor, and the process's compiled policy, if it has one. */
export type PolicyContext = {
  tx: Transaction
  actor: AuditActor
  policies?: PolicyCache | undefined
  /** Called with all changes of manifests before they are written. */
  observe?: ((changes: ManifestChanges) => void) | undefined
  /** True if this change passes the limits of 24 hours. Evaluated after the work is done. */
  passesLimits?: boolean | (() => boolean) | undefined
  /** On a snapshot, in a transaction that will be rolled back: no lock is taken, and the effects on people are not written. */
  isDryRun?: boolean | undefined
  /** Called with the exceeded limits, instead of a refusal. */
  onExceeded?: ((exceeded: readonly Exceeded[]) => void) | undefined
}

/**
 * The manifests that a change of the policy can move: those of these rulesets and of the rulesets that depend on
 * their attributes.
 */
export type Reach = 'nothing' | 'all' | { rulesets: readonly string[] }

/** What a piece of work did. Ids are uuids. */
export type PolicyWork<T> = {
  value: T
  reach: Reach
  /** Rulesets whose own rules it is about. */
  ownRulesets?: readonly string[]
  /** The one person that the change is about: counted only in sensitive rulesets. */
  personId?: string | undefined
  /** People who get exceptions. */
  excepted?: readonly string[]
}

/**
 * Changes the policy and recalculates manifests, in the caller's transaction. Takes the policy lock, exclusive (a
 * dry run takes none), and settles what is due; then `work` locks its rows, checks permissions, writes and audits,
 * all as of the instant that it receives. Throws what `work` throws, BeyondLimits before manifests are written, and
 * AttributeCycle if attributes would depend on one another.
 */
export async function changePolicy<T>(
  {
    tx,
    actor,
    policies,
    observe,
    passesLimits = false,
    isDryRun = false,
    onExceeded,
  }: PolicyContext,
  work: (now: Date) => Promise<PolicyWork<T>>,
): Promise<T> {
  const { now } = await settle(tx, { policies, isDryRun })
  const done = await work(now)
  const { value, reach, excepted = [] } = done
  if (reach === 'nothing') return value
  const rulesets = reach === 'all' ? {} : reach
  const passes = isPassing({ passesLimits })
  const cause = causeOf(actor)
  if (!passes) await refuseTooManyNamed(tx, { cause, people: excepted, now }, onExceeded)
  const limits = { counting: countingOf(cause, done), isApproved: passes }
  const follow = { now, actor, people: 'all' as const, policies, observe, onExceeded, isDryRun }
  await recalculate(tx, { ...follow, ...limits, ...rulesets })
  return value
}

/** Whether a change passes the limits. */
export function isPassing({ passesLimits = false }: Pick<PolicyContext, 'passesLimits'>): boolean {
  return typeof passesLimits === 'function' ? passesLimits() : passesLimits
}

function countingOf<T>(cause: Cause, { ownRulesets = [], personId }: PolicyWork<T>): Counting {
  if (personId === undefined) return { cause, ownRulesets }
  return { cause, ownRulesets, except: new Set([personId]), countsSensitive: true }
}

/** Counts people that one caller names. Throws BeyondLimits if they are too many, unless `onExceeded` is given. */
export async function refuseTooManyNamed(
  tx: Transaction,
  named: Parameters<typeof countNamedPeople>[1],
  onExceeded: PolicyContext['onExceeded'],
): Promise<void> {
  const exceeded = await countNamedPeople(tx, named)
  if (exceeded === null) return
  if (onExceeded === undefined) throw new BeyondLimits([exceeded])
  onExceeded([exceeded])
}

/**
 * Adds, changes or deletes a draft (an SQL expression for its uuid, null for a new one), in the caller's
 * transaction. Drafts admit no one, so changes of people need not wait: it holds the policy lock shared, and the
 * lock of drafts, so that no other draft changes meanwhile. For any other rule it is {@link changePolicy}. Throws
 * what `work` throws.
 */
export async function changeDraft<T>(
  context: PolicyContext,
  draft: RawBuilder<string | null>,
  work: (now: Date) => Promise<PolicyWork<T>>,
): Promise<T> {
  const { tx, policies } = context
  // Activating it, or giving it a date, takes the exclusive lock, so a draft stays one under the shared lock.
  const needsAll = sql<boolean>`exists (select from rule where id = ${draft} and (state <> 'staged' or activates_at is not null))`
  const { isShared } = await lockAsNeeded(tx, { policies, needsAll })
  if (!isShared) return changePolicy(context, work)
  await lockDrafts(tx)
  // A change of a person's name writes it into the rules that name them.
  await sql`select from rule where id = ${draft} for no key update`.execute(tx)
  const { value, reach } = await work(await instantUnderLocks(tx))
  if (reach !== 'nothing') throw new Error('a draft moved people')
  return value
}
