import type { AuditActor } from '../../audit/record.ts'
import type { ManagerReference } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'

/** The facts of an integration that reading its accounts needs. Ids are uuids. */
export type IntegrationFacts = {
  id: string
  handle: string
  isPrimary: boolean
  trustsEmail: boolean
  /** The vendor has a word for accounts that were never activated; without one, first seen inactive means it. */
  tellsNewAccounts: boolean
  employeeIdProfileKey: string | null
  managerProfileKey: string | null
  managerProfileHolds: ManagerReference
  /** Has the name of the manager, where the mapping reads one. It counts where the reference leads nowhere. */
  managerNameProfileKey: string | null
  parentProfileKey: string | null
}

/** The transaction of one import or sync, which owns its staging tables, and the actor of its audit rows. */
export type SourceRun = {
  tx: Transaction
  actor: AuditActor
  integration: IntegrationFacts
}
