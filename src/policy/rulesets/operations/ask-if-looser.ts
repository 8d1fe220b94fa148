import { areSameLimits, isLooser, type Limits } from '../../limits/limit-values.ts'
import type { Work } from '../../changes/kind.ts'
import { findSettings } from '../../limits/stored-settings.ts'

/** Loosening a limit takes `policy.change.approve`. */
export async function askIfLooser(
  { tx, context }: Work,
  before: Limits,
  after: Limits,
): Promise<void> {
  if (areSameLimits(before, after)) return
  const { values: workspace } = await findSettings(tx)
  if (isLooser(before, after, workspace)) await context.ask('policy.change.approve')
}
