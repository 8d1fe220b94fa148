import type { AuditActor } from '../../audit/record.ts'
import type { Database } from '../../database/database.ts'
import { exportSource, type ExportOptions } from '../import/import-export.ts'
import { importRecords } from '../import/import-records.ts'
import { planRun } from '../import/plan-import.ts'
import { traced } from '../../tracing/trace.ts'
import { newRunLog, type NewRun } from '../import/run-log.ts'

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
export function runUploadedFile(
  database: Database,
  listed: ListedImport,
  signal: AbortSignal,
): Promise<void> {
  const facts = { 'muster.source': listed.file.integrationHandle }
  return traced('run of a file', facts, () => importFile(database, listed, signal))
}

async function importFile(
  database: Database,
  listed: ListedImport,
  signal: AbortSignal,
): Promise<void> {
  const log = newRunLog(database, listed, listed.id)
  try {
    // The run reports its progress from here, also while every row is refused.
    await log.list()
    const source = await exportSource(listed.file)
    await (listed.isPlan === true
      ? planRun(database, { listed, source, log, signal })
      : importRecords(database, source, { actor: listed.actor, log, signal }))
  } finally {
    log.close()
    await listed.discard()
  }
}
