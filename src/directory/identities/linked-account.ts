import { sql } from 'kysely'
import type { JsonObject } from '../../contract/json.ts'
import type { ManagerReference } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import type { IntegrationFacts } from './integration-facts.ts'

/** An account with its person (a uuid; null for an orphan), and its integration. */
export type LinkedAccount = {
  id: string
  version: number
  personId: string | null
  isByAdministrator: boolean
  /** An administrator decided that it is none of those whose it may be. */
  wasNewPerson: boolean
  /** What it was before an administrator linked it, if it belonged to no one. */
  beforeLink: {
    suggested_directory_user_id: string | null
    link_evidence: string | null
    /** Of an account of the primary: what the person was, as columns. */
    person?: JsonObject | null
  } | null
  /** Its integration is deleted. */
  isOfDeleted: boolean
  integration: IntegrationFacts
}

type Row = Omit<LinkedAccount, 'integration'> &
  Omit<IntegrationFacts, 'id' | 'tellsNewAccounts'> & { integrationId: string }

/** An account by its uuid; undefined where there is none. */
export async function findLinkedAccount(
  tx: Transaction,
  id: string,
): Promise<LinkedAccount | undefined> {
  const { rows } = await sql<Row & { managerProfileHolds: ManagerReference }>`
    select i.id, i.version, i.directory_user_id as "personId", i.linked_by is not distinct from 'administrator' as "isByAdministrator",
      i.decided_as is not null as "wasNewPerson",
      case when i.linked_by = 'administrator' then i.before_link
        when i.decided_as is not null then jsonb_build_object('suggested_directory_user_id', null, 'link_evidence', null) end as "beforeLink",
      g.deleted_at is not null as "isOfDeleted",
      g.id as "integrationId", g.handle, g.is_primary as "isPrimary", g.trusts_email as "trustsEmail",
      g.employee_id_profile_key as "employeeIdProfileKey", g.manager_profile_key as "managerProfileKey",
      g.manager_profile_holds as "managerProfileHolds",
      g.manager_name_profile_key as "managerNameProfileKey", g.parent_profile_key as "parentProfileKey"
    from identity i join integration g on g.id = i.integration_id where i.id = ${id}`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const {
    id: accountId,
    version,
    personId,
    isByAdministrator,
    wasNewPerson,
    beforeLink,
    isOfDeleted,
    integrationId,
    ...facts
  } = row
  // Only accounts that a run creates are new at the vendor.
  const integration = { ...facts, id: integrationId, tellsNewAccounts: false }
  return {
    id: accountId,
    version,
    personId,
    isByAdministrator,
    wasNewPerson,
    beforeLink,
    isOfDeleted,
    integration,
  }
}
