import type { AuditActor } from '../audit/record.ts'
import type { Transaction } from '../database/database.ts'
import type { PolicyCache } from './compiled-policy.ts'
import type { ManifestChanges } from './manifests/manifest-changes.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/** The transaction that changes the policy, who does it, and the process's compiled policy where it has one. */
export type PolicyContext = {
  tx: Transaction
  actor: AuditActor
  policies?: PolicyCache | undefined
  /** Told of all that is written to manifests, before it is. */
  observe?: ((changes: ManifestChanges) => void) | undefined
  /** The limits of what may change within 24 hours do not hold this change (domain.md §5). Asked once the work is done. */
  passesLimits?: boolean | (() => boolean) | undefined
}

/** Whose manifests a change of the policy can move: of these rulesets and of what depends on their attributes. */
export type Reach = 'nothing' | 'all' | { rulesets: readonly string[] }

/** What a piece of work did; in the rulesets that `approved` names no limit holds what follows. */
export type PolicyWork<T> = { value: T; reach: Reach; approved?: readonly string[] }

/**
 * Changes the policy, and manifests follow, in the caller's transaction. Takes the policy lock, exclusive, and settles
 * what is due; then `work` locks its rows, asks, writes and audits, all as of the instant that it gets.
 * Throws what `work` throws, and AttributeCycle where attributes would depend on one another.
 */
export async function changePolicy<T>(
  { tx, actor, policies, observe, passesLimits = false }: PolicyContext,
  work: (now: Date) => Promise<PolicyWork<T>>,
): Promise<T> {
  const { now } = await settle(tx, { policies })
  const { value, reach, approved = [] } = await work(now)
  if (reach === 'nothing') return value
  const rulesets = reach === 'all' ? {} : reach
  const passes = typeof passesLimits === 'function' ? passesLimits() : passesLimits
  const exempt = passes ? 'all' : approved
  await recalculate(tx, { now, actor, people: 'all', policies, observe, exempt, ...rulesets })
  return value
}
