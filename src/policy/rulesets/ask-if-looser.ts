import { exceededByLoosening, requireTwoPeople } from '../limits/second-approval.ts'
import { areSameLimits, isLooser, type Limits } from '../limits/limit-values.ts'
import type { Exceeded } from '../limits/counting.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { findSettings } from '../limits/stored-settings.ts'

/**
 * Loosening a limit of these rulesets (uuids) takes `policy.change.approve`; that two people decide takes that there are two.
 * @returns what loosening them exceeds
 */
export async function askIfLooser(
  { tx, context }: OperationCall,
  [before, after]: readonly [Limits, Limits],
  rulesetIds: readonly string[],
): Promise<Exceeded[]> {
  if (areSameLimits(before, after)) return []
  const { values: workspace } = await findSettings(tx)
  const loosens = isLooser(before, after, workspace)
  if (loosens) await context.ask('policy.change.approve')
  if (after.requires_second_approval && !before.requires_second_approval) await requireTwoPeople(tx)
  return loosens ? exceededByLoosening(tx, rulesetIds) : []
}
