import type { AuditActor } from '../../audit/record.ts'
import { RolledBack, type Database, type TransactionContext } from '../../database/database.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { ImportRefused, type RecordSource, type SourceRecords } from '../records/record-source.ts'
import { openBatch } from './batch-stage.ts'
import type { ForeseenImport } from './foresee-import.ts'
import { lockImports } from './import-lock.ts'
import { openStage, type ImportStage } from './import-stage.ts'
import { factsOf } from './merge-accounts.ts'
import { isAllListed, mergeStage, findIntegration, requireActive } from './merge-stage.ts'
import { emptyOutcome, type ImportOutcome, type ImportProgress } from './outcome.ts'
import { ProgressMeter } from './progress-meter.ts'
import {
  readNext,
  readRecords,
  stagedOf,
  type StagedRecord,
  type Reading,
  type StagedExport,
} from './read-records.ts'
import { refuseEmptyExport, refuseUnfinishedExport } from './refuse-empty.ts'
import { openReport, type ReportFile } from './report-file.ts'
import { newRunLog, type RunLog } from './run-log.ts'
import {
  keepUnsaid,
  passOverRows,
  reportPassedOver,
  stageRecords,
  withoutRepeated,
} from './stage-records.ts'

export type ImportOptions = {
  actor: AuditActor
  onProgress?: (progress: ImportProgress) => void
  /** Told of what is written to manifests, before it is. */
  observe?: (changes: ManifestChanges) => void
  /** Runs the reads and the merge; by default a transaction of the database. A plan rolls it back, and is no run. */
  transaction?: Database['transaction']
  /** The run, if it is in the list already. */
  log?: RunLog
  /** A plan, which has no `log`, waits no longer. */
  onBegin?: () => Promise<void>
  /** Keeps the rows of a plan. */
  reportTo?: (report: ReportFile) => ReportFile
  /** Ends the run while it waits or reads; what it writes is written. */
  signal?: AbortSignal
}

/**
 * Imports the records of a source. They are read into the stage of the run, without a transaction and with only the lock
 * for imports of the integration. One transaction then merges them by set-based statements that write only what differs,
 * each changed record with its audit row, and the policy that follows. The same records twice change nothing but the list
 * of runs. A refused import writes nothing and says why in `refused`.
 * Throws what the source throws, and Error where there is no such integration.
 */
export async function importRecords(
  database: Database,
  source: RecordSource,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const run: ImportRun = {
    database,
    source,
    options,
    transaction: options.transaction ?? database.transaction,
    outcome: emptyOutcome(),
    meter: new ProgressMeter(source.bytesTotal, (progress) => {
      run.log?.tell(progress)
      options.onProgress?.(progress)
    }),
    log: options.log,
  }
  const report = await openReport(source.reportPath)
  let kept = report
  try {
    const opened = await run.transaction((context) => openSource(context, source))
    run.log ??= logOf(run, opened)
    kept = run.log?.reportTo(report) ?? options.reportTo?.(report) ?? report
    await importOpened(run, opened, kept)
  } catch (error) {
    await quoteIn(kept, run, error).catch(() => undefined)
    const { rowsRead, rowsBad, notes, shape, refusals, leftOut } = run.outcome
    const refused = { ...emptyOutcome(), shape, rowsRead, rowsBad, notes, refusals, leftOut }
    // Where that can't be written either, the run ends as interrupted.
    await run.log?.fail(failureOf(run, error), refused).catch(() => undefined)
    if (!isRefusal(error)) throw error
    run.outcome = { ...refused, refused: refusalOf(error) }
  } finally {
    run.log?.close()
    run.outcome.reportPath = await report.close()
  }
  return run.outcome
}

function failureOf({ options }: ImportRun, error: unknown): string {
  if (options.signal?.aborted === true) return stopped
  return isRefusal(error) ? refusalOf(error) : unexpected
}

/** What is kept as the reason of a run: callers who may see no row read it. */
function refusalOf(error: Error): string {
  return error instanceof UnreadableExport ? error.withoutValues : error.message
}

/** A refusal that quotes values is a row of the report, whose readers may see them. */
async function quoteIn(report: ReportFile, { outcome }: ImportRun, error: unknown): Promise<void> {
  if (!isRefusal(error) || refusalOf(error) === error.message) return
  outcome.notes += 1
  await report.write({ line: null, kind: 'note', reason: error.message })
}

const stopped =
  'The server was stopped before everything was read. Nothing was written: begin it again.'
const unexpected =
  'The import failed for a reason that is not in its source. The log of the process that ran it says more. Nothing was written.'

function logOf(
  { database, source, options }: ImportRun,
  { integration }: OpenedSource,
): RunLog | undefined {
  if (options.transaction !== undefined) return undefined
  const { name, isComplete, bytesTotal } = source
  return newRunLog(database, {
    integrationId: integration.id,
    source: name,
    isComplete,
    bytesTotal,
  })
}

export type ImportRun = {
  database: Database
  source: RecordSource
  options: ImportOptions
  transaction: Database['transaction']
  outcome: ImportOutcome
  meter: ProgressMeter
  /** A plan has none. */
  log: RunLog | undefined
}

/** A partial run of so many records is merged in a single transaction. */
const batchAtMost = 100

async function importOpened(
  run: ImportRun,
  { integration, records }: OpenedSource,
  report: ReportFile,
): Promise<void> {
  const { source, meter } = run
  meter.enter('reading')
  const reading = readRecords(records, { integration, meter, report, signal: run.options.signal })
  try {
    const read = source.isComplete ? [] : await readNext(reading, batchAtMost + 1)
    const isBatch = !source.isComplete && read.length <= batchAtMost
    const first = isBatch ? withoutRepeated(read, reading) : read
    const isDone = isBatch && (await importBatch(run, { integration, first, reading, report }))
    if (!isDone) await importUnderLock(run, { integration, first, reading, report })
    meter.enter('done')
  } finally {
    // Where the next records were being read, their source may be slow, which an import that has failed does not wait for.
    void reading.records.return(undefined).catch(() => undefined)
  }
}

type OpenedRun = {
  integration: Integration
  /** The records that have been read. */
  first: readonly StagedRecord[]
  reading: Reading
  report: ReportFile
}

/** Imports what has been read, which is all. @returns false while another import of the integration is under way */
async function importBatch(
  run: ImportRun,
  { integration, first, reading, report }: OpenedRun,
): Promise<boolean> {
  const { source, meter } = run
  const staged = stagedOf(reading)
  const read = readOutcome(run, staged)
  run.outcome = read
  refuseEmptyExport(staged, source.isComplete)
  meter.enter('matching')
  const takeBack = report.mark()
  const done = await run.transaction(async (context) => {
    await takeBack()
    run.outcome = structuredClone(read)
    const stage = await openBatch(context.tx, { integration, records: first, isPush: false })
    if (stage === undefined) return new RolledBack(false)
    const unsaid = await keepUnsaid(context.tx, integration.id, reading.state)
    const chosen = { ...staged, statesUnsaid: unsaid }
    const passedOver = await passOverRows(context.tx, integration.id, chosen)
    await reportPassedOver(passedOver, chosen, report)
    run.outcome.notes = chosen.notes
    await mergeStage(context, run, { stage, staged: chosen, foreseen: null, report })
    await stage.discard()
    return true
  })
  return done === true
}

export function readOutcome(
  { meter }: Pick<ImportRun, 'meter'>,
  staged: StagedExport,
): ImportOutcome {
  const { bad: rowsBad, shape, notes, refusals, leftOut, accountsKept } = staged
  const unknownStates = [...staged.unknownStates]
  const { rowsRead } = meter
  const read = { shape, rowsRead, rowsBad, notes, refusals, leftOut, unknownStates, accountsKept }
  return { ...emptyOutcome(), ...read }
}

async function importUnderLock(
  run: ImportRun,
  { integration, first, reading, report }: OpenedRun,
): Promise<void> {
  const { database, source, meter } = run
  await run.log?.list()
  const lock = await lockImports(database, integration.handle, run.options.signal)
  try {
    await run.log?.begin()
    await run.options.onBegin?.()
    const stage = await openStage(database, integration.handle)
    try {
      const staged = await stageRecords(stage, first, {
        reading,
        integration: factsOf(integration),
        report,
      })
      const read = readOutcome(run, staged)
      run.outcome = read
      refuseEmptyExport(staged, source.isComplete)
      if (source.isComplete) refuseUnfinishedExport(staged)
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
      // What is not kept is compared the next time.
      if (staged.accounts > 0)
        await stage.keepReported(sourceOf(run, integration)).catch(() => undefined)
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
  run: ImportRun,
  { stage, staged, integration }: Foreseeing,
): Promise<ForeseenImport | null> {
  if (staged.accounts === 0) return null
  const { isComplete } = run.source
  const source = sourceOf(run, integration)
  await stage.compare(source)
  const accounts = staged.accounts
  return stage.foresee(source, { isComplete: isAllListed(isComplete, staged), accounts })
}

function sourceOf({ options }: ImportRun, integration: Integration): Omit<SourceRun, 'tx'> {
  return { actor: options.actor, integration: factsOf(integration) }
}

type OpenedSource = { integration: Integration; records: SourceRecords }

async function openSource(
  context: TransactionContext,
  source: RecordSource,
): Promise<OpenedSource> {
  const integration = await findIntegration(context.tx, source)
  requireActive(integration)
  return { integration, records: await source.open(context, integration) }
}
