import type { FastifyBaseLogger } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { encodeId } from '../contract/ids.ts'
import type { Database, Transaction } from '../database/database.ts'
import { clockActor } from '../policy/manifests/settle.ts'
import { countHeld, recordIncidentStep } from '../policy/holds/write-incidents.ts'

/** How old an incident is before it is reported, and how long it is until it is reported again. */
const everyMilliseconds = 24 * 3_600_000

/**
 * Reports open incidents that hold account ends and are older than 24 hours, each once a day: a line in the log and an audit
 * row. Several processes may do so at once. @returns how many
 */
export async function alertOldIncidents(
  database: Database,
  log: FastifyBaseLogger,
): Promise<number> {
  // A write, even of no row, would evict this process's cached callers, and mostly there is nothing to report.
  const { rows } = await sql`
    select from incident n where ${isDue(database.now())} limit 1`.execute(database.read)
  if (rows.length === 0) return 0
  const alerts = await database.transaction(({ tx, now }) => recordAlerts(tx, now))
  for (const alert of alerts)
    log.warn(
      alert,
      'an incident that holds account ends is older than 24 hours: muster incident show',
    )
  return alerts.length
}

/** Whether an incident (`n`) has to be reported, as SQL. */
function isDue(now: Date): RawBuilder<boolean> {
  const before = new Date(now.getTime() - everyMilliseconds)
  return sql<boolean>`n.state = 'open' and coalesce(n.alerted_at, n.opened_at) <= ${before}
    and exists (select from held_account h where h.incident_id = n.id and h.is_account_end)`
}

type Alert = {
  incident: string
  integration: string
  openedAt: Date
  people: number
  accountEnds: number
}

/** Incidents that another process reports, or a run changes, are skipped. */
async function recordAlerts(tx: Transaction, now: Date): Promise<Alert[]> {
  const { rows } = await sql<{ id: string; handle: string; opened_at: Date }>`
    update incident n set alerted_at = ${now} from integration g
    where g.id = n.integration_id and n.id in (
      select n.id from incident n where ${isDue(now)} order by n.id for update skip locked)
    returning n.id, g.handle, n.opened_at`.execute(tx)
  const alerts: Alert[] = []
  for (const { id, handle, opened_at: openedAt } of rows) {
    const { accounts, people, accountEnds } = await countHeld(tx, id)
    const step = { action: 'alert', accounts, people } as const
    await recordIncidentStep(tx, clockActor, { id, steps: [step], closing: 'released' })
    alerts.push({
      incident: encodeId('incident', id),
      integration: handle,
      openedAt,
      people,
      accountEnds,
    })
  }
  return alerts
}
