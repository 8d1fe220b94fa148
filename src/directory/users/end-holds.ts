import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { forgetMovementsOfReleased } from '../../policy/holds/released-movements.ts'
import { recordIncidentStep } from '../../policy/holds/write-incidents.ts'
import { endHoldsOfPerson } from '../identities/held-accounts.ts'

/**
 * Ends the holds of a person's accounts, because the person is deleted or erased, and deletes what is pending. An
 * incident that holds no other person is closed. @returns whether there was anything
 */
export async function endHolds(
  tx: Transaction,
  actor: AuditActor,
  personId: string,
): Promise<boolean> {
  const { isPending, incidents } = await endHoldsOfPerson(tx, personId)
  await sql`delete from incident_movement where directory_user_id = ${personId} and is_held`.execute(
    tx,
  )
  for (const { id, accounts } of incidents) {
    await forgetMovementsOfReleased(tx, id, [personId])
    const step = { action: 'close', accounts, people: 1 } as const
    await recordIncidentStep(tx, actor, { id, steps: [step], closing: 'released' })
  }
  return isPending
}
