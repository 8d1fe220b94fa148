import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { attributesOfRulesets } from './attributes-of-rulesets.ts'
import { matchRulesets } from './match-rulesets.ts'
import type { Folder } from './read-folder.ts'
import { rulesetSteps } from './ruleset-steps.ts'
import { settingsSteps } from './settings-steps.ts'
import type { Step } from './step.ts'
import { loadSavedPolicy } from './saved-policy.ts'

type Setting = { folder: Folder; actor: AuditActor; now: Date }

/**
 * All that a folder asks for. Each step is to be done before the next one is asked for: what dimensions make is looked up
 * by what follows. Throws FolderError.
 *
 * Rulesets that are not there are made on the way, all by one statement, under the policy lock of whoever does the steps:
 * what they say moves nobody before they have rules, which are steps.
 */
export async function* folderSteps(
  tx: Transaction,
  { folder, actor, now }: Setting,
): AsyncGenerator<Step> {
  yield* settingsSteps(tx, folder)
  yield* attributesOfRulesets(tx, folder)
  const policy = await loadSavedPolicy(tx)
  const targets = await matchRulesets(tx, actor, { folder, policy })
  yield* rulesetSteps(tx, { policy, targets, now, isWhole: folder.isWhole })
}
