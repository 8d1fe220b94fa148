import type { AuditActor } from '../../audit/record.ts'
import type { Database } from '../../database/database.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import { settle } from '../../policy/manifests/settle.ts'
import type { PolicyFile } from '../policy-file/policy-file.ts'
import { PolicyFileError, type FileFault } from '../policy-file/policy-file-error.ts'
import { readPolicyFile } from '../policy-file/read-policy-file.ts'
import { FolderError } from './folder-error.ts'
import { tellImport, type PolicyImport } from './policy-import.ts'
import type { Folder } from './read-folder.ts'
import { runSteps } from './run-steps.ts'
import { rulesetFaults } from './static-faults.ts'
import { loadStoredPolicy } from './stored-policy.ts'

/**
 * Makes dimensions, rulesets and rules say what a policy file says, as one plan of operations in one transaction, and
 * manifests follow. Applying the same text again changes nothing. Throws PolicyFileError.
 */
export async function importPolicy(
  database: Database,
  yamlText: string,
  { actor }: { actor: AuditActor },
): Promise<PolicyImport> {
  const folder = folderOf(readPolicyFile(yamlText))
  return database.transaction(async ({ tx }) => {
    const { now } = await settle(tx)
    const before = await loadStoredPolicy(tx)
    const manifests = { entered: 0, changed: 0, ended: 0 }
    const observe = ({ entered, changed, ended }: ManifestChanges) => {
      manifests.entered += entered.length
      manifests.changed += changed.length
      manifests.ended += ended.length
    }
    try {
      const { steps } = await runSteps(tx, { folder, actor, now, observe })
      const after = await loadStoredPolicy(tx)
      return tellImport({ folder, now, before, after, steps, manifests })
    } catch (error) {
      throw error instanceof FolderError ? new PolicyFileError(error.faults) : error
    }
  })
}

/** A file says some of what a folder says, all in one place. */
function folderOf({ dimensions, rulesets = [] }: PolicyFile): Folder {
  const settings = dimensions === undefined ? [] : [{ ...sourceAt(''), data: { dimensions } }]
  const sources = rulesets.map((data, index) => ({ ...sourceAt(`rulesets[${index}]`), data }))
  const faults = sources.flatMap(({ data, place }) => rulesetFaults(data, ['vendor_id']).map(place))
  if (faults.length > 0) throw new PolicyFileError(faults)
  return { settings, rulesets: sources, isWhole: false }
}

function sourceAt(name: string) {
  const place = ({ path, message }: FileFault) => {
    const full = [name, path].filter((part) => part !== '').join('.')
    return { file: '', line: 1, column: 1, path: full, message }
  }
  return { name, place }
}
