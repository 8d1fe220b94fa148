import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Database, Transaction, TransactionContext } from '../../database/database.ts'
import { mayMoveAccess } from '../../directory/identities/record-accounts.ts'
import { createAccountMerge } from '../../directory/identities/stage-accounts.ts'
import { createResourceMerge } from '../../directory/resources/stage-resources.ts'
import { lockAsNeeded } from '../../policy/changes/begin-change.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import { findIntegrationByHandle, type Integration } from '../../workspace/integrations/queries.ts'
import type { Mapping, Shape } from '../file/mapping.ts'
import type { KnownGroup } from '../file/read-membership.ts'
import type { Format } from '../file/sniff-format.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import type { ForeseenImport } from './foresee-import.ts'
import { lockImports, lockMerge } from './import-lock.ts'
import { openStage, type ImportStage } from './import-stage.ts'
import { mappingOf } from './integration-mapping.ts'
import { factsOf, mergeAccounts } from './merge-accounts.ts'
import { mergeResources } from './merge-resources.ts'
import { emptyOutcome, type ImportOutcome, type ImportProgress } from './outcome.ts'
import { ProgressMeter } from './progress-meter.ts'
import { ImportRefused, refuseEmptyExport, refuseUnfinishedExport } from './refuse-empty.ts'
import { openReport, type ReportFile } from './report-file.ts'
import { requireGroup } from './require-group.ts'
import { stageExport, type StagedExport } from './stage-export.ts'

export type ImportOptions = {
  integrationHandle: string
  /** The vendor's export; `.gz` is unpacked. */
  path: string
  /** The file lists everything of the source: accounts and members that it does not list are removed there. */
  isComplete: boolean
  format?: Format
  shape?: Shape
  /** The group of a list of members whose records do not name it. */
  group?: KnownGroup
  actor: AuditActor
  /** Where bad rows and notes go as JSON lines; by default the path with `.rejected.jsonl`. */
  reportPath?: string
  onProgress?: (progress: ImportProgress) => void
  /** Told of what is written to manifests, before it is. */
  observe?: (changes: ManifestChanges) => void
  /** Runs the reads and the merge; by default a transaction of the database. A plan rolls it back. */
  transaction?: Database['transaction']
}

/**
 * Imports one vendor export. It is read into the stage of its run, which takes only the lock for imports of the
 * integration. One transaction then merges it by set-based statements that write only what differs, each changed record with
 * its audit row, and the policy that follows. The same file twice changes nothing but the list of runs. A refused import
 * writes nothing and says why in `refused`.
 * Throws what the file system throws, and Error where there is no such integration.
 */
export async function importExport(
  database: Database,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { size } = await stat(options.path)
  const run: ImportRun = {
    database,
    options,
    transaction: options.transaction ?? database.transaction,
    outcome: emptyOutcome(),
    meter: new ProgressMeter(size, options.onProgress),
  }
  const report = await openReport(options.reportPath ?? `${options.path}.rejected.jsonl`)
  try {
    const source = await run.transaction(({ tx }) => findSource(tx, options))
    await importUnderLock(run, source, report)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { rowsRead, rowsBad, notes, shape } = run.outcome
    run.outcome = { ...emptyOutcome(), shape, rowsRead, rowsBad, notes, refused: error.message }
  } finally {
    run.outcome.reportPath = await report.close()
  }
  return run.outcome
}

type ImportRun = {
  database: Database
  options: ImportOptions
  transaction: Database['transaction']
  outcome: ImportOutcome
  meter: ProgressMeter
}

async function importUnderLock(
  run: ImportRun,
  { integration, mapping }: Source,
  report: ReportFile,
): Promise<void> {
  const { database, options, meter } = run
  const lock = await lockImports(database, integration.handle)
  try {
    const stage = await openStage(database, integration.handle)
    try {
      meter.enter('reading')
      const staged = await stageExport(stage, { ...options, mapping }, { meter, report })
      const { shape, bad: rowsBad, notes } = staged
      const read = { ...emptyOutcome(), shape, rowsRead: meter.rowsRead, rowsBad, notes }
      run.outcome = read
      refuseEmptyExport(staged, options.isComplete)
      if (options.isComplete) refuseUnfinishedExport(staged)
      meter.enter('matching')
      const foreseen = await foresee(run, { stage, staged, integration })
      const takeBack = report.mark()
      await run.transaction(async (context) => {
        // The transaction may run again.
        await takeBack()
        run.outcome = structuredClone(read)
        lock.requireHeld()
        await stage.showTo(context.tx)
        await mergeStage(context, run, { stage, staged, foreseen, report })
      })
      meter.enter('done')
    } finally {
      await stage.discard()
    }
  } finally {
    await lock.release()
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof ImportRefused || error instanceof UnreadableExport
}

type Foreseeing = { stage: ImportStage; staged: StagedExport; integration: Integration }

/** Works out what the import will do, without a lock. */
async function foresee(
  { options }: ImportRun,
  { stage, staged, integration }: Foreseeing,
): Promise<ForeseenImport | null> {
  if (staged.accounts === 0) return null
  const source = { actor: options.actor, integration: factsOf(integration) }
  await stage.compare(source)
  const isComplete = isAllListed(options, staged)
  return stage.foresee(source, { isComplete, accounts: staged.accounts })
}

/** A row that could not be read may be the very account that seems to be missing. */
function isAllListed({ isComplete }: ImportOptions, { bad }: StagedExport): boolean {
  return isComplete && bad === 0
}

type StagedRun = {
  stage: ImportStage
  staged: StagedExport
  foreseen: ForeseenImport | null
  report: ReportFile
}

/** Merges what is staged, in the transaction that also writes everything that follows from it. */
async function mergeStage(
  context: TransactionContext,
  { options, outcome, meter }: ImportRun,
  { stage, staged, foreseen, report }: StagedRun,
): Promise<void> {
  const { tx } = context
  const integration = await findIntegration(tx, options)
  requireActive(integration)
  await lockMerge(tx, integration.handle)
  await requireStaged(tx, staged)
  const isComplete = isAllListed(options, staged)
  if (!isComplete) outcome.missing.keptBecause = options.isComplete ? 'bad_rows' : 'partial'

  const runId = await newRunId(tx)
  const { actor, observe } = options
  const importing = { ...context, actor, integration, staged, isComplete, report, meter, observe }
  if (staged.accounts > 0) {
    await createAccountMerge(tx)
    // A run that can't change access shares the policy lock: such imports run concurrently.
    const lock = await lockAsNeeded(tx, { needsAll: mayMoveAccess(integration.id) })
    await mergeAccounts({ ...importing, ...lock, runId, stage, foreseen }, outcome)
  } else {
    await createResourceMerge(tx)
    // Groups and their members don't affect access, so they wait for no lock.
    await mergeResources(importing, outcome)
  }
  Object.assign(outcome, { seconds: meter.seconds(), rowsPerSecond: meter.rowsPerSecond() })
  await writeRun(context, { runId, integration, path: options.path, outcome })
}

type Source = { integration: Integration; mapping: Mapping }

async function findSource(tx: Transaction, options: ImportOptions): Promise<Source> {
  const integration = await findIntegration(tx, options)
  requireActive(integration)
  const source = { integration, mapping: mappingOf(integration) }
  if (options.group !== undefined) await requireGroup(tx, options.group, source)
  return source
}

async function findIntegration(
  tx: Transaction,
  { integrationHandle: handle }: ImportOptions,
): Promise<Integration> {
  const integration = await findIntegrationByHandle(tx, handle)
  if (integration !== undefined) return integration
  throw new Error(
    `There is no integration "${handle}". Name its vendor and type, so that it is made.`,
  )
}

/** @throws ImportRefused */
function requireActive(integration: Integration): void {
  if (integration.state === 'active') return
  throw new ImportRefused(
    `The integration "${integration.handle}" is deactivated. Activate it to import again.`,
  )
}

type Run = { runId: string; integration: Integration; path: string; outcome: ImportOutcome }

async function newRunId(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** A crash of PostgreSQL empties the stage, and a complete import of nothing would deactivate everybody. */
async function requireStaged(tx: Transaction, staged: StagedExport): Promise<void> {
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from staged_account) + (select count(*) from staged_resource)
      + (select count(*) from staged_member) as rows`.execute(tx)
  const expected = staged.accounts + staged.groups + staged.memberships
  if (rows[0]?.rows === expected) return
  throw new Error('PostgreSQL was restarted while the file was read. Import it again.')
}

async function writeRun(
  { tx, now }: TransactionContext,
  { runId, integration, path, outcome }: Run,
): Promise<void> {
  await sql`
    insert into import_run (id, integration_id, source, rows_read, rows_bad, summary, started_at, finished_at)
    values (${runId}, ${integration.id}, ${path.slice(-500)}, ${outcome.rowsRead}, ${outcome.rowsBad},
      ${JSON.stringify(outcome)}::jsonb, ${now}, clock_timestamp())`.execute(tx)
}
