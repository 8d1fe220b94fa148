import type { AuditActor } from '../audit/record.ts'
import type { Database } from '../database/database.ts'
import type { ManifestChanges } from '../policy/manifests/manifest-changes.ts'
import type { Exceeded } from '../policy/limits/counting.ts'
import { lockAndSettle } from '../policy/manifests/settle.ts'
import { summariseImport, type PolicyImport } from './import-summary.ts'
import { readFiles } from './read-folder.ts'
import { carriedOut } from '../policy/limits/stopped.ts'
import { everyRight, runSteps } from './run-steps.ts'
import { loadSavedPolicy } from './saved-policy.ts'

/** The file exceeds limits, and nothing was changed. */
export class BeyondLimits extends Error {
  readonly exceeded: readonly Exceeded[]

  constructor(exceeded: readonly Exceeded[]) {
    super('the file exceeds limits')
    this.exceeded = exceeded
  }
}

/**
 * Makes dimensions, rulesets and rules equal a policy file, as one plan of operations in one transaction, and
 * recalculates manifests. Applying the same text again changes nothing. Throws FolderError, with places in the file
 * `name`, and BeyondLimits: only a reviewed plan may exceed limits.
 */
export async function importPolicy(
  database: Database,
  yamlText: string,
  { actor, name = 'policy.yaml' }: { actor: AuditActor; name?: string },
): Promise<PolicyImport> {
  const folder = { ...readFiles([[name, yamlText]]), isWhole: false }
  return database.transaction(async ({ tx }) => {
    const { now } = await lockAndSettle(tx)
    const before = await loadSavedPolicy(tx)
    const manifests = { entered: 0, changed: 0, ended: 0 }
    const observe = ({ entered, changed, ended }: ManifestChanges) => {
      manifests.entered += entered.length
      manifests.changed += changed.length
      manifests.ended += ended.length
    }
    const done = await runSteps({ tx, actor, observe, ...everyRight }, folder)
    const { steps, homes, exceeded } = carriedOut(done)
    if (exceeded.length > 0) throw new BeyondLimits(exceeded)
    const after = await loadSavedPolicy(tx)
    return summariseImport({ folder, homes, now, before, after, steps, manifests })
  })
}
