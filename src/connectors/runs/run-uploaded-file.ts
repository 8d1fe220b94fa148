import type { AuditActor } from '../../audit/record.ts'
import type { Database } from '../../database/database.ts'
import { exportSource, type ExportOptions } from '../import/import-export.ts'
import { importRecords } from '../import/import-records.ts'
import { emptyOutcome } from '../import/outcome.ts'
import { planImport } from '../import/plan-import.ts'
import type { RecordSource } from '../import/record-source.ts'
import { newRunLog, type NewRun, type RunLog } from '../import/run-log.ts'

/** An import whose run is listed already. */
export type ListedImport = NewRun & {
  /** The uuid of the run. */
  id: string
  actor: AuditActor
  file: ExportOptions
  /** Deletes the file. */
  discard: () => Promise<void>
}

/** Does an import whose run is listed; the run says how it goes. The signal ends it while it waits or reads. */
export async function runUploadedFile(
  database: Database,
  listed: ListedImport,
  signal: AbortSignal,
): Promise<void> {
  const log = newRunLog(database, listed, listed.id)
  try {
    const source = await exportSource(listed.file)
    await (listed.isPlan === true
      ? planUploadedFile(database, { listed, source, log, signal })
      : importRecords(database, source, { actor: listed.actor, log, signal }))
  } finally {
    log.close()
    await listed.discard()
  }
}

type Planning = {
  listed: ListedImport
  source: RecordSource
  log: RunLog
  signal: AbortSignal
}

async function planUploadedFile(
  database: Database,
  { listed, source, log, signal }: Planning,
): Promise<void> {
  await log.list()
  await log.begin()
  const plan = await planImport(database, source, {
    actor: listed.actor,
    onProgress: (progress) => log.tell(progress),
    signal,
    prepare: async () => {},
  }).catch(async (error: unknown) => {
    await log.fail('The plan failed. The log of the server says more.', emptyOutcome())
    throw error
  })
  const { outcome, ...effect } = plan
  await (outcome.refused === undefined
    ? log.planned(effect, outcome)
    : log.fail(outcome.refused, outcome))
}
