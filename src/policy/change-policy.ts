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
  /** The limits of what may change within 24 hours do not hold this change (domain.md §5). */
  passesLimits?: boolean | undefined
}

/** Whose manifests a change of the policy can move: of these rulesets and of what depends on their attributes. */
export type Reach = 'nothing' | 'all' | { rulesets: readonly string[] }

/**
 * Changes the policy, and manifests follow, in the caller's transaction. Takes the policy lock, exclusive, and settles
 * what is due; then `work` locks its rows, asks, writes and audits, all as of the instant that it gets.
 * Throws what `work` throws, and AttributeCycle where attributes would depend on one another.
 */
export async function changePolicy<T>(
  { tx, actor, policies, observe }: PolicyContext,
  work: (now: Date) => Promise<{ value: T; reach: Reach }>,
): Promise<T> {
  const { now } = await settle(tx, { policies })
  const { value, reach } = await work(now)
  if (reach === 'nothing') return value
  const rulesets = reach === 'all' ? {} : reach
  await recalculate(tx, { now, actor, people: 'all', policies, observe, ...rulesets })
  return value
}
