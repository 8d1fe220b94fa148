import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { countHeld, findOpenIncident, recordIncidentStep } from './write-incidents.ts'

/** Ends what an open incident of an integration (a uuid) holds, because the integration is deleted, and forgets what is pending. */
export async function releaseIncident(
  tx: Transaction,
  actor: AuditActor,
  integrationId: string,
): Promise<void> {
  const open = await findOpenIncident(tx, integrationId)
  if (open === undefined) return
  const { id } = open
  const { accounts, people } = await countHeld(tx, id)
  await sql`delete from held_account where incident_id = ${id}`.execute(tx)
  await sql`delete from incident_movement where incident_id = ${id} and is_held`.execute(tx)
  const step = { action: 'close', accounts, people } as const
  await recordIncidentStep(tx, actor, { id, steps: [step], closing: 'released' })
}
