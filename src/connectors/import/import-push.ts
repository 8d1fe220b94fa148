import type { AuditActor } from '../../audit/record.ts'
import type { Database, TransactionContext } from '../../database/database.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import type { SourceRecord } from '../file/source-record.ts'
import { openBatch } from './batch-stage.ts'
import { readOutcome } from './import-records.ts'
import { type MergingRun, mergeStage } from './merge-stage.ts'
import type { ImportOutcome } from './outcome.ts'
import { ProgressMeter } from './progress-meter.ts'
import { readNext, readRecords, stagedOf } from './read-records.ts'
import { openReport } from './report-file.ts'
import { newRunLog } from './run-log.ts'

/** What a vendor pushes in one request. `name` is what the list of runs calls it. */
export type Push = { integration: Integration; name: string; records: readonly SourceRecord[] }

/**
 * Imports what was pushed, in the transaction of its request: by the same steps, limits and incidents as any other import, and with a run
 * of its own. What it would take all accounts of the source to count is not counted. The caller holds the locks of `waitForImports`.
 */
export async function importPush(
  context: TransactionContext,
  database: Database,
  { push: { integration, name, records }, actor }: { push: Push; actor: AuditActor },
): Promise<ImportOutcome> {
  const log = newRunLog(database, {
    integrationId: integration.id,
    source: name,
    isComplete: false,
    isPush: true,
    bytesTotal: 0,
  })
  const report = log.reportTo(await openReport(null))
  const meter = new ProgressMeter(0)
  const state = { bytesRead: 0, shape: null, unfinished: null }
  const reading = readRecords({ records: listed(records), state }, { integration, meter, report })
  const first = await readNext(reading, records.length)
  const staged = stagedOf(reading)
  const outcome = readOutcome({ meter }, staged)
  const source = { integrationHandle: integration.handle, isComplete: false }
  const run: MergingRun = {
    database,
    source,
    options: { actor },
    outcome,
    meter,
    log,
    push: integration,
  }
  const stage = await openBatch(context.tx, { integration, records: first, isPush: true })
  if (stage === undefined) throw new Error('The lock for imports is not held.')
  await mergeStage(context, run, { stage, staged, foreseen: null, report })
  await stage.discard()
  return outcome
}

async function* listed(records: readonly SourceRecord[]): AsyncGenerator<SourceRecord> {
  yield* records
}
