import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { keptOut, lastSaid } from './held-accounts.ts'
import { heldAccounts, heldPerson } from './held-selection.ts'
import type { SourceRun } from './integration-facts.ts'
import { forgetMovementsOfReleased } from '../../policy/holds/released-movements.ts'
import { recordIncidentStep } from '../../policy/holds/write-incidents.ts'

/**
 * Ends the holds of accounts that the run has facts about and does not hold back, before it is merged.
 * `isComplete`: it has facts about every account.
 */
export async function endHoldsOfRun(
  { tx, integration }: SourceRun,
  isComplete: boolean,
): Promise<void> {
  const ends = sql`h.integration_id = ${integration.id} and h.incident_id is not null and i.id = h.identity_id
    and (${isComplete} or i.vendor_id in (select vendor_id from staged_account))
    and i.vendor_id not in (select vendor_id from held_back)`
  // Facts rejected before the hold stay unread.
  await sql`
    update held_account h set incident_id = null, is_account_end = false, is_new_account = false,
      email = case when h.rejected ? 'email' then h.rejected ->> 'email' else ${lastSaid('email')} end,
      handle = ${lastSaid('handle')}, first_name = ${lastSaid('first_name')}, last_name = ${lastSaid('last_name')},
      full_name = coalesce(h.rejected ->> 'full_name', ${lastSaid('full_name')}), created_at = ${lastSaid('created_at')},
      state = coalesce(h.rejected ->> 'state', a.state, 'deactivated'),
      profile = profile_with_values(coalesce(a.profile, h.profile), coalesce(h.rejected -> 'profile', '{}')),
      days = ${lastSaid('days')}
    from identity i left join staged_account a on a.vendor_id = i.vendor_id
    where ${ends} and h.rejected is not null`.execute(tx)
  await sql`delete from held_account h using identity i where ${ends}`.execute(tx)
}

/** Ends the holds of the accounts that {@link stageHeld} staged; their rejected facts are kept. */
export async function endAcceptedHolds({ tx }: Pick<SourceRun, 'tx'>): Promise<void> {
  await sql`
    with ended as (
      delete from held_account h using accepted_account c where h.identity_id = c.identity_id and ${keptOut} is null
    )
    update held_account h set incident_id = null from accepted_account c
    where h.identity_id = c.identity_id and ${keptOut} is not null`.execute(tx)
}

/** An incident (a uuid), and how many accounts it held no longer. */
type EndedHolds = { id: string; accounts: number }

/** Ends the holds of a person's accounts, and forgets what is pending. `isPending`: there was something. */
async function endHoldsOfPerson(
  tx: Transaction,
  personId: string,
): Promise<{ isPending: boolean; incidents: EndedHolds[] }> {
  const { rows } = await sql<{ id: string | null; accounts: number }>`
    with ended as (
      delete from held_account h using (
        select h.identity_id as id from ${heldAccounts} where ${heldPerson} = ${personId}) ended
      where h.identity_id = ended.id
      returning h.incident_id
    )
    select incident_id as id, count(*) as accounts from ended group by incident_id order by incident_id`.execute(
    tx,
  )
  const incidents = rows.flatMap(({ id, accounts }) => (id === null ? [] : [{ id, accounts }]))
  return { isPending: rows.length > 0, incidents }
}

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
