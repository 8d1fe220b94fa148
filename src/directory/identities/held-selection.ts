import { sql, type RawBuilder } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { IntegrationFacts } from './integration-facts.ts'

/** Which held accounts: of an incident, with a change up to `upTo`, of these people (uuids) or all. */
export type HeldSelection = {
  incidentId: string
  upTo: number
  people?: readonly string[] | undefined
  /** Those too of which values were rejected through the incident: they are accepted after all. */
  withRejected?: boolean
}

/** Whether the end of an account (`f`) is rejected, and not held, as SQL. */
export const isEndRejected = sql<boolean>`(f.incident_id is null and f.rejected ->> 'state' = 'deactivated')`

/** The accounts of an integration that clients of SCIM may have deleted, also where the end is held or rejected, as SQL. */
export function deletedThere(integrationId: string): RawBuilder<unknown> {
  return sql`(
    select * from identity where integration_id = ${integrationId} and vendor_state = 'deactivated' and profile ? 'externalId'
    union all
    select d.* from held_account f join identity d on d.id = f.identity_id and d.vendor_state <> 'deactivated'
    where f.integration_id = ${integrationId} and (f.incident_id is not null and f.state = 'deactivated' or ${isEndRejected}))`
}

/**
 * Held accounts (`h`) of identities (`i`), as SQL. An account that replaces another one comes with that one's end (`f`, of the
 * identity `fi`), as long as the end is held or rejected.
 */
export const heldAccounts = sql`
  held_account h join identity i on i.id = h.identity_id
  left join held_account f on f.identity_id = h.replaces_identity_id and f.state = 'deactivated'
    and (f.incident_id is not null or ${isEndRejected})
  left join identity fi on fi.id = f.identity_id`

/**
 * The accounts that an incident holds, and those whose link was rejected, or as new ones their state, as SQL. An account
 * that was accepted in this transaction is not held any more, unless its link was rejected before.
 */
export const accountsHeldBefore = sql`
  select identity_id from held_account
  where (incident_id is not null or is_new_account and rejected ? 'state' or rejected ? 'link')
    and (identity_id not in (select identity_id from accepted_account) or incident_id is not null and rejected ? 'link')`

/** The person of one of the {@link heldAccounts}, as SQL: an account that replaces another one has its person. */
export const heldPerson = sql`coalesce(i.directory_user_id, fi.directory_user_id)`

/** The person with whom one of the {@link heldAccounts} is decided, as SQL: for an account of no one, the suggested person. */
export const decidedPerson = sql`coalesce(${heldPerson}, i.suggested_directory_user_id)`

/** Whether one of the {@link heldAccounts} is selected, as SQL: an account and the one that replaces it only together. */
export function isSelected({
  incidentId,
  upTo,
  people,
  withRejected = false,
}: HeldSelection): RawBuilder<boolean> {
  const ofPeople = people === undefined ? sql`true` : sql`${decidedPerson} = any (${uuids(people)})`
  const ofIncident = withRejected
    ? sql`(h.incident_id = ${incidentId} or h.incident_id is null and h.rejected_incident_id = ${incidentId})`
    : sql`h.incident_id = ${incidentId}`
  return sql<boolean>`${ofIncident} and ${ofPeople} and h.change <= ${upTo} and coalesce(f.change <= ${upTo}, true)
    and not exists (
      select from held_account r where r.replaces_identity_id = h.identity_id and h.state = 'deactivated'
        and r.change > ${upTo})`
}

/** The highest change among the selected accounts; 0 for none. */
export async function readHighestChange(tx: Reader, selection: HeldSelection): Promise<number> {
  const { rows } = await sql<{ change: number }>`
    select coalesce(max(h.change), 0)::bigint as change from ${heldAccounts} where ${isSelected(selection)}`.execute(
    tx,
  )
  return rows[0]?.change ?? 0
}

/** Ids are uuids. `personId`: the person that the account is decided with. */
export type SelectedAccount = { identityId: string; personId: string | null; isNew: boolean }

export async function selectHeld(
  tx: Transaction,
  selection: HeldSelection,
): Promise<SelectedAccount[]> {
  const { rows } = await sql<SelectedAccount>`
    select i.id as "identityId", ${decidedPerson} as "personId", h.is_new_account as "isNew"
    from ${heldAccounts} where ${isSelected(selection)} order by i.id`.execute(tx)
  return rows
}

/** Addresses of the accounts of an integration whose end is rejected, without those that end in this transaction, as SQL. */
export function addressesWithRejectedEnd({
  id,
}: Pick<IntegrationFacts, 'id'>): RawBuilder<unknown> {
  return sql`
    select i.email_key from held_account f join identity i on i.id = f.identity_id
    where f.integration_id = ${id} and ${isEndRejected} and i.email_key is not null
      and f.identity_id not in (select identity_id from accepted_account)`
}
