import type { AuditActor } from '../../audit/record.ts'
import type { TransactionContext } from '../../database/database.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import type { PolicyCache } from '../../policy/model/compiled-policy.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { ReportFile } from './report-file.ts'
import type { StagedExport } from './read-records.ts'

/** What the steps of one import share. */
export type ImportContext = TransactionContext & {
  actor: AuditActor
  policies: PolicyCache
  integration: Integration
  staged: StagedExport
  /** Records that the file does not list are removed at the source. */
  isComplete: boolean
  /** Single records, in a request: nothing is counted that would take all records of the source. */
  isPush: boolean
  report: ReportFile
  meter: ProgressMeter
  observe: ((changes: ManifestChanges) => void) | undefined
}
