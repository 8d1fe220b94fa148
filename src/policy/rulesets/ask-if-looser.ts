import { requireTwoPeople } from '../limits/second-approval.ts'
import { areSameLimits, isLooser, type Limits } from '../limits/limit-values.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { findSettings } from '../limits/stored-settings.ts'

/** Loosening a limit takes `policy.change.approve`; that two people decide takes that there are two. */
export async function askIfLooser(
  { tx, context }: OperationCall,
  before: Limits,
  after: Limits,
): Promise<void> {
  if (areSameLimits(before, after)) return
  const { values: workspace } = await findSettings(tx)
  if (isLooser(before, after, workspace)) await context.ask('policy.change.approve')
  if (after.requires_second_approval && !before.requires_second_approval) await requireTwoPeople(tx)
}
