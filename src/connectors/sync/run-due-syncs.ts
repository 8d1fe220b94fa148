import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { Services } from '../../http/route/services.ts'
import { markOf } from '../pull/connector.ts'
import { connectionOf } from '../vendors.ts'
import { listSync, runSync, type ListedSync } from './run-sync.ts'

type Tools = Pick<Services, 'background' | 'secretKeys' | 'connectorHosts'>

/** Begins the syncs whose time has come; they go on in the background. @returns how many */
export async function runDueSyncs(database: Database, services: Tools): Promise<number> {
  const { rows } = await sql`
    select from integration_sync s join integration g on g.id = s.integration_id where ${isDue} limit 1`.execute(
    database.read,
  )
  if (rows.length === 0 || services.background.isClosing) return 0
  const listed = await database.transaction(({ tx }) => claimDue(tx))
  const { secretKeys, connectorHosts } = services
  for (const sync of listed)
    services.background.start((own) => runSync({ ...own, secretKeys, connectorHosts }, sync))
  return listed.length
}

type DueRow = {
  id: string
  handle: string
  type: string
  connection: unknown
  mark: unknown
  is_full: boolean
}

/** Of a source (`g`) and its times (`s`). One whose last run has not ended is not due. */
const isDue = sql`s.due_at <= clock_timestamp() and g.state = 'active'
  and g.sync_every_seconds is not null and g.connection is not null
  and not exists (select from import_run r where r.integration_id = g.id and r.finished_at is null)`

/**
 * The next time is set here, so that of several processes one gets each sync, and a run whose process dies is not repeated at
 * once.
 */
async function claimDue(tx: Transaction): Promise<ListedSync[]> {
  const { rows } = await sql<DueRow>`
    update integration_sync s set due_at = clock_timestamp() + g.sync_every_seconds * interval '1 second'
    from integration g
    where g.id = s.integration_id and ${isDue}
    returning g.id, g.handle, g.type, g.connection, s.mark, s.full_due_at <= clock_timestamp() as is_full`.execute(
    tx,
  )
  const listed: ListedSync[] = []
  for (const row of rows) {
    const sync = await list(tx, row)
    if (sync !== undefined) listed.push(sync)
  }
  return listed
}

async function list(tx: Transaction, row: DueRow): Promise<ListedSync | undefined> {
  const connection = connectionOf(row)
  if (connection === null) return undefined
  const { id: integrationId, handle } = row
  const since = row.is_full ? null : markOf(row.mark)
  const actor: AuditActor = { type: 'integration', id: integrationId, via: 'sync', requestId: null }
  return listSync(tx, { connection, integrationId, handle, actor, since })
}
