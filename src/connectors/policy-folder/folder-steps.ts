import type { Transaction } from '../../database/database.ts'
import { attributesOfRulesets } from './attributes-of-rulesets.ts'
import { findTargets, matchRulesets, missingRulesets } from './match-rulesets.ts'
import type { Folder } from './read-folder.ts'
import { rulesetSteps } from './ruleset-steps.ts'
import { settingsSteps } from './settings-steps.ts'
import type { Step } from './step.ts'
import { loadSavedPolicy } from './saved-policy.ts'

/**
 * All the steps of a folder. The caller performs each step before it takes the next, because later steps look up
 * what earlier ones create. Throws FolderError.
 */
export async function* folderSteps(
  tx: Transaction,
  { folder, now }: { folder: Folder; now: Date },
): AsyncGenerator<Step> {
  yield* settingsSteps(tx, folder)
  yield* attributesOfRulesets(tx, folder)
  const policy = await loadSavedPolicy(tx)
  const matched = await matchRulesets(tx, folder, policy)
  yield* missingRulesets(matched)
  const targets = await findTargets(tx, matched, folder)
  yield* rulesetSteps(tx, { policy, targets, now, isWhole: folder.isWhole })
}
