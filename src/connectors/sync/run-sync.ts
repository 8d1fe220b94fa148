import type { AuditActor } from '../../audit/record.ts'
import type { Services } from '../../http/route/services.ts'
import { importRecords } from '../import/import-records.ts'
import { planRun } from '../import/plan-import.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { insertRun, newRunLog, type NewRun, type RunLog } from '../import/run-log.ts'
import { traced } from '../../tracing/trace.ts'
import type { Connection, SyncMark } from '../pull/connector.ts'
import { loadTarget } from './load-target.ts'
import { pulledSource } from './pulled-source.ts'
import { storedRecords } from './stored-records.ts'
import { keepMark } from './sync-state.ts'

/** A sync whose run is listed. */
export type ListedSync = NewRun & {
  /** The uuid of the run. */
  id: string
  handle: string
  actor: AuditActor
  /** Only what has changed since; null reads everything. */
  since: SyncMark | null
}

type NewSync = Pick<ListedSync, 'handle' | 'actor' | 'since' | 'integrationId' | 'isPlan'> & {
  connection: Pick<Connection, 'name'>
}

/** Lists the run of a sync, which {@link runSync} then does. */
export async function listSync(
  tx: Transaction,
  { connection, ...sync }: NewSync,
): Promise<ListedSync> {
  const isComplete = sync.since === null
  const source = isComplete ? connection.name : `${connection.name} (changes)`
  const run = { ...sync, source, isComplete, bytesTotal: 0 }
  return { ...run, id: await insertRun(tx, run) }
}

/** What a sync needs of its process. */
export type SyncTools = Pick<Services, 'secretKeys' | 'connectorHosts'> & {
  database: Database
  signal: AbortSignal
}

/** Reads a source; the run says how it goes. The signal ends it while it waits or reads. */
export function runSync(tools: SyncTools, listed: ListedSync): Promise<void> {
  return traced('run of a source', { 'muster.source': listed.handle }, () =>
    readSource(tools, listed),
  )
}

async function readSource(tools: SyncTools, listed: ListedSync): Promise<void> {
  const { database, signal } = tools
  const { id, handle, actor, since, integrationId } = listed
  const log = newRunLog(database, listed, id)
  let connection: object | undefined
  const source = pulledSource({
    integrationHandle: handle,
    since,
    load: async (tx, integration) => {
      const target = await loadTarget(tx, tools, integration)
      connection = target.connection.settings
      return { ...target, known: storedRecords(database.read, integrationId) }
    },
  })
  if (listed.isPlan === true)
    return planRun(database, { listed, source, log, signal }).finally(() => log.close())
  await log.list()
  // The mark belongs to what the run writes: a run that is rolled back has read nothing.
  const succeed: RunLog['succeed'] = async (context, runId, outcome) => {
    await log.succeed(context, runId, outcome)
    if (connection === undefined) return
    await keepMark(context.tx, { integrationId, connection, since, mark: source.mark() })
  }
  await importRecords(database, source, { actor, log: { ...log, succeed }, signal })
}
