import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { PolicyCache } from '../model/compiled-policy.ts'
import type { Exceeded } from '../limits/counting.ts'
import type { ManifestChanges } from '../manifests/manifest-changes.ts'

/** The transaction that changes the policy or people, its actor, and how limits apply. */
export type ChangeContext = {
  tx: Transaction
  actor: AuditActor
  /** The process's compiled policy; without it the policy is loaded afresh. */
  policies?: PolicyCache | undefined
  /** Called with all changes of manifests before they are written, up to `rowsAtMost`. */
  observe?: ((changes: ManifestChanges) => void) | undefined
  /** Beyond so many changed stays the change is stopped. */
  rowsAtMost?: number | undefined
  /**
   * True if this change passes the limits of 24 hours: those that it exceeds are in the result, and don't stop it. Evaluated
   * after the change is written.
   */
  passesLimits?: boolean | (() => boolean) | undefined
  /**
   * On a snapshot, in a transaction that will be rolled back: no lock is taken, the effects on people are not written, and
   * limits are only reported.
   */
  isDryRun?: boolean | undefined
}

/** What a change begins with: `now` is its instant. Shared: changes of other people are written at the same time. */
export type Begun = { now: Date; isShared: boolean }

/** What followed from a change: the limits that it exceeds, where they don't stop it. */
export type Followed = { exceeded: readonly Exceeded[] }

/** Whether a change passes the limits. */
export function isPassing({ passesLimits = false }: Pick<ChangeContext, 'passesLimits'>): boolean {
  return typeof passesLimits === 'function' ? passesLimits() : passesLimits
}
