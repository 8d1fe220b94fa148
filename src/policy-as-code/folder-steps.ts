import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { attributesOfRulesets } from './attributes-of-rulesets.ts'
import { findTargets, matchRulesets, missingRulesets } from './match-rulesets.ts'
import type { Folder } from './read-folder.ts'
import { rulesetSteps } from './ruleset-steps.ts'
import { settingsSteps } from './settings-steps.ts'
import { asSeenBy } from './sight.ts'
import type { Step } from './step.ts'
import { loadSavedPolicy } from './saved-policy.ts'

/**
 * All the steps of a folder. What the caller may not see counts as missing. The caller performs each step
 * before it takes the next, because later steps look up what earlier ones create. Throws FolderError.
 */
export async function* folderSteps(
  context: Pick<OperationContext, 'tx' | 'ask' | 'may'>,
  { folder, now }: { folder: Folder; now: Date },
): AsyncGenerator<Step> {
  const { tx } = context
  yield* settingsSteps(context, folder)
  yield* attributesOfRulesets(context, folder)
  const policy = asSeenBy(context, await loadSavedPolicy(tx))
  const matched = await matchRulesets(context, folder, policy)
  yield* missingRulesets(matched)
  const targets = await findTargets(context, matched, folder)
  yield* rulesetSteps(context, { policy, targets, now, isWhole: folder.isWhole })
}
