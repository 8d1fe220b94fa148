import { areSameLimits, isLooser, type Limits } from '../limits/limit-values.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { findSettings } from '../limits/stored-settings.ts'

/** Loosening a limit takes `policy.change.approve`. */
export async function askIfLooser(
  { tx, context }: OperationCall,
  before: Limits,
  after: Limits,
): Promise<void> {
  if (areSameLimits(before, after)) return
  const { values: workspace } = await findSettings(tx)
  if (isLooser(before, after, workspace)) await context.ask('policy.change.approve')
}
