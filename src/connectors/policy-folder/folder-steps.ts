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
 * All the steps of a folder. The caller performs each step before it takes the next, because later steps look up
 * what dimensions create. Throws FolderError.
 * Missing rulesets are created by one statement, under the policy lock that the caller holds. They affect no person
 * until they have rules, which are steps.
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
