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

/**
 * What a run of few accounts meets, read once, so that steps which would find nothing are left out. Nothing of its integration is held,
 * and none of its accounts waits for a person. It stays so while the exclusive policy lock is held and nothing is held back.
 */
export type RunFacts = {
  /** All staged accounts are new, or all are known, have a person and differ. */
  accounts: 'new' | 'known'
  staged: number
  /** Someone else may have the address or the number of a new account, or had its external id. */
  mayMatch: boolean
  /** A known account stops being active, or sooner than was known. */
  ends: boolean
  /** A known account gets another state, or other days. */
  turns: boolean
  hasCandidates: boolean
  /** Accounts of other sources wait for a person. */
  othersWait: boolean
  /** Rules rest for people who have left. */
  rulesRest: boolean
}

/** The transaction of one import or sync, which owns its staging tables, and the actor of its audit rows. */
export type SourceRun = {
  tx: Transaction
  actor: AuditActor
  integration: IntegrationFacts
  /** Of a run of few accounts (run-facts.ts); without them every step may find something. */
  facts?: RunFacts | undefined
}
