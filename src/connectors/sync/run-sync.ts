import type { AuditActor } from '../../audit/record.ts'
import type { Database } from '../../database/database.ts'
import type { Services } from '../../http/services.ts'
import { importRecords } from '../import/import-records.ts'
import { newRunLog, type NewRun, type RunLog } from '../import/run-log.ts'
import { ldapSource } from '../ldap/ldap-source.ts'
import type { LdapSettings } from '../ldap/ldap-settings.ts'
import type { ChangeMark } from '../ldap/change-mark.ts'
import { loadTarget } from './load-target.ts'
import { keepMark } from './sync-state.ts'

/** A sync whose run is listed. */
export type ListedSync = NewRun & {
  /** The uuid of the run. */
  id: string
  handle: string
  actor: AuditActor
  /** Only what has changed since; null reads everything. */
  since: ChangeMark | null
}

/** What a sync needs of its process. */
export type SyncTools = Pick<Services, 'secretKeys' | 'connectorHosts'> & {
  database: Database
  signal: AbortSignal
}

/** Reads a source; the run says how it goes. The signal ends it while it waits or reads. */
export async function runSync(tools: SyncTools, listed: ListedSync): Promise<void> {
  const { database, signal } = tools
  const { id, handle, actor, since, integrationId } = listed
  const log = newRunLog(database, listed, id)
  await log.list()
  let connection: LdapSettings | undefined
  const source = ldapSource({
    integrationHandle: handle,
    since,
    load: async (tx, integration) => {
      const target = await loadTarget(tx, tools, integration)
      connection = target.settings
      return target
    },
  })
  // The mark belongs to what the run writes: a run that is rolled back has read nothing.
  const succeed: RunLog['succeed'] = async (tx, runId, outcome) => {
    await log.succeed(tx, runId, outcome)
    if (connection === undefined) return
    await keepMark(tx, { integrationId, connection, since, mark: source.mark() })
  }
  await importRecords(database, source, { actor, log: { ...log, succeed }, signal })
}
