import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Database, Transaction, TransactionContext } from '../../database/database.ts'
import { mayMoveAccess } from '../../directory/identities/record-accounts.ts'
import { TooManyAttributesError } from '../../policy/attributes/make-attributes.ts'
import { lockAsNeeded } from '../../policy/lock-as-needed.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import { findIntegrationByHandle, type Integration } from '../../workspace/integrations/queries.ts'
import type { Shape } from '../file/mapping.ts'
import type { KnownGroup } from '../file/read-membership.ts'
import type { Format } from '../file/sniff-format.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { mappingOf } from './integration-mapping.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { mergeResources } from './merge-resources.ts'
import { emptyOutcome, type ImportOutcome, type ImportProgress } from './outcome.ts'
import { ProgressMeter } from './progress-meter.ts'
import { ImportRefused, refuseEmptyExport, refuseShrunkenExport } from './refuse-shrink.ts'
import { openReport, type ReportFile } from './report-file.ts'
import { requireGroup } from './require-group.ts'
import { stageExport } from './stage-export.ts'

export type ImportOptions = {
  integrationHandle: string
  /** The vendor's export; `.gz` is unpacked. */
  path: string
  /** The file lists everything that the source has: accounts and members that it does not list are gone there. */
  isComplete: boolean
  format?: Format
  shape?: Shape
  /** The group of a list of members whose records do not name it. */
  group?: KnownGroup
  /** Believe a complete file with less than half of what is known. */
  allowShrink: boolean
  actor: AuditActor
  /** Where bad rows and notes go as JSON lines; by default the path with `.rejected.jsonl`. */
  reportPath?: string
  onProgress?: (progress: ImportProgress) => void
  /** Told of what is written to manifests, before it is. */
  observe?: (changes: ManifestChanges) => void
}

/**
 * Imports one vendor export in one transaction: streamed into staging tables, merged by set-based statements that
 * write only what differs, each changed record with its audit row, and the policy that follows. The same file twice
 * changes nothing but the list of runs. A refused import writes nothing and says why in `refused`.
 * Throws what the file system throws, and Error where there is no such integration.
 */
export async function importExport(
  database: Pick<Database, 'transaction'>,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { size } = await stat(options.path)
  const path = options.reportPath ?? `${options.path}.rejected.jsonl`
  const attempt: Attempt = { outcome: emptyOutcome(), report: undefined }
  try {
    await database.transaction(async (context) => {
      await attempt.report?.close()
      attempt.outcome = emptyOutcome()
      attempt.report = await openReport(path)
      const meter = new ProgressMeter(size, options.onProgress)
      await runImport(context, options, { meter, report: attempt.report, outcome: attempt.outcome })
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { rowsRead, rowsBad, notes, shape } = attempt.outcome
    attempt.outcome = { ...emptyOutcome(), shape, rowsRead, rowsBad, notes, refused: error.message }
  } finally {
    attempt.outcome.reportPath = (await attempt.report?.close()) ?? null
  }
  return attempt.outcome
}

/** A transaction may run again; each try begins its outcome and its report anew. */
type Attempt = { outcome: ImportOutcome; report: ReportFile | undefined }

function isRefusal(error: unknown): error is Error {
  return (
    error instanceof ImportRefused ||
    error instanceof UnreadableExport ||
    error instanceof TooManyAttributesError
  )
}

type Tools = { meter: ProgressMeter; report: ReportFile; outcome: ImportOutcome }

async function runImport(
  context: TransactionContext,
  options: ImportOptions,
  tools: Tools,
): Promise<void> {
  const { tx } = context
  const { meter, report, outcome } = tools
  const integration = await findIntegration(context, options.integrationHandle)
  await lockImports(tx, integration.id)
  // Sorting and hashing a million rows in the default 4 MB would go through files.
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx)
  const mapping = mappingOf(integration)
  if (options.group !== undefined) await requireGroup(tx, options.group, { integration, mapping })
  meter.enter('reading')
  const staged = await stageExport(tx, { ...options, mapping }, tools)
  Object.assign(outcome, {
    shape: staged.shape,
    rowsRead: meter.rowsRead,
    rowsBad: staged.bad,
    notes: staged.notes,
  })
  refuseEmptyExport(staged)
  if (options.isComplete && !options.allowShrink) {
    await refuseShrunkenExport(tx, integration.id, staged)
  }
  // A row that could not be read may be the very account that seems to be missing.
  const isComplete = options.isComplete && staged.bad === 0
  if (!isComplete) outcome.missing.keptBecause = options.isComplete ? 'bad_rows' : 'partial'

  meter.enter('matching')
  const { actor, observe } = options
  const importing = { ...context, actor, integration, staged, isComplete, report, meter, observe }
  if (staged.accounts > 0) {
    // Where it can move nobody's access it shares the policy lock: such imports go side by side.
    const lock = await lockAsNeeded(tx, { needsAll: mayMoveAccess(integration.id) })
    await mergeAccounts({ ...importing, ...lock }, outcome)
  } else {
    // Groups and their members move nobody's access, so they wait for nobody.
    await mergeResources(importing, outcome)
  }
  Object.assign(outcome, { seconds: meter.seconds(), rowsPerSecond: meter.rowsPerSecond() })
  await writeRun(context, { integration, path: options.path, outcome })
  meter.enter('done')
}

async function findIntegration({ tx }: TransactionContext, handle: string): Promise<Integration> {
  const integration = await findIntegrationByHandle(tx, handle)
  if (integration === undefined) {
    throw new Error(
      `There is no integration "${handle}". Name its vendor and type, so that it is made.`,
    )
  }
  if (integration.state !== 'active') {
    throw new ImportRefused(
      `The integration "${handle}" is deactivated. Activate it to import again.`,
    )
  }
  return integration
}

type Run = { integration: Integration; path: string; outcome: ImportOutcome }

/** One import of an integration at a time: each compares what is told with what is known. */
async function lockImports(tx: Transaction, integrationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${integrationId}`}, 0))`.execute(
    tx,
  )
}

async function writeRun(
  { tx, now }: TransactionContext,
  { integration, path, outcome }: Run,
): Promise<void> {
  await sql`
    insert into import_run (integration_id, source, rows_read, rows_bad, summary, started_at, finished_at)
    values (${integration.id}, ${path.slice(-500)}, ${outcome.rowsRead}, ${outcome.rowsBad},
      ${JSON.stringify(outcome)}::jsonb, ${now}, clock_timestamp())`.execute(tx)
}
