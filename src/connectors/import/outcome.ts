import type { RecordedAccounts } from '../../directory/identities/record-accounts.ts'
import type { IncidentClosing } from '../../contract/states.ts'
import type { Held, IncidentReason, IncidentStep } from '../../policy/holds/write-incidents.ts'
import type { AbsentAccounts } from '../../directory/identities/write-identities.ts'
import { encodeId } from '../../contract/ids.ts'
import type { RecordedMembers } from '../../directory/resources/record-members.ts'
import type { RecordedResources } from '../../directory/resources/record-resources.ts'
import type { CountedReason, Refusals } from '../file/remedies.ts'
import type { Shape } from '../file/shape.ts'
import type { UnknownState } from '../file/counted-states.ts'

export type ImportPhase = 'reading' | 'matching' | 'policy' | 'done'

/** `bytesTotal` is the file's size; rows per second count from the start of the import. */
export type ImportProgress = {
  phase: ImportPhase
  rowsRead: number
  rowsPerSecond: number
  bytesRead: number
  bytesTotal: number
}

/** What is left to look at among all people after an import of the primary. */
export type PeopleFindings = {
  managersUnresolved: number
  /** Managers left out by this import because they would have closed a cycle; those of earlier imports are not told of. */
  managerCycles: number
  /** Addresses shared by more than one undeleted person. */
  sharedEmails: number
  /** Usernames shared by undeleted people whose addresses differ. */
  sharedUsernames: number
  /** People with a recycled address (of a person who has left), until they are reviewed. */
  recycledAddresses: number
  /** New people who share their address with a current person of another name, until they are reviewed. */
  addressesOfOthers: number
  /** Accounts whose end someone rejected, and whose source still says that they ended. */
  rejectedAccountEnds: number
}

/** The same with the names of the API. */
export function presentReview(found: Partial<Record<keyof PeopleFindings, unknown>>) {
  return {
    managers_unresolved: countOf(found.managersUnresolved),
    manager_cycles: countOf(found.managerCycles),
    shared_emails: countOf(found.sharedEmails),
    shared_usernames: countOf(found.sharedUsernames),
    recycled_addresses: countOf(found.recycledAddresses),
    addresses_of_others: countOf(found.addressesOfOthers),
    rejected_account_ends: countOf(found.rejectedAccountEnds),
  }
}

/** 0 for what a stored outcome does not have. */
function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

export type Review = ReturnType<typeof presentReview>

/**
 * Records that the file does not list and that stayed as they were, counted by what a complete import would have done to them.
 * `partial`: the import was not declared complete. `bad_rows`: a row without an id that can be read may be the missing record; `lines`
 * has the first such rows.
 * `keptBecause` is null, and the counts are 0, when absence was applied, or says nothing because only changes were listed.
 */
export type MissingRecords = AbsentAccounts & {
  keptBecause: 'partial' | 'bad_rows' | null
  lines?: readonly number[]
  groupsToDeactivate: number
  membershipsToRemove: number
}

/** The same with the names of the API; null where nothing was left. */
export function presentMissing(
  found: Partial<Record<keyof MissingRecords, unknown>>,
): LeftAlone | null {
  const { keptBecause: because, lines } = found
  const kept = {
    accounts: countOf(found.accountsToDeactivate),
    people: countOf(found.peopleToDeactivate),
    groups: countOf(found.groupsToDeactivate),
    memberships: countOf(found.membershipsToRemove),
  }
  if (because !== 'bad_rows' && because !== 'partial') return null
  const known: unknown[] = Array.isArray(lines) ? lines : []
  return kept.accounts + kept.groups + kept.memberships === 0
    ? null
    : { because, lines: known.filter((line) => typeof line === 'number'), ...kept }
}

export type LeftAlone = {
  because: 'bad_rows' | 'partial'
  lines: number[]
  accounts: number
  people: number
  groups: number
  memberships: number
}

export const noMissing: MissingRecords = {
  keptBecause: null,
  accountsToDeactivate: 0,
  peopleToDeactivate: 0,
  groupsToDeactivate: 0,
  membershipsToRemove: 0,
}

/** What a run did to the incident of its source, and how much that holds now. */
export type RunIncident = Held & {
  id: string
  state: 'open' | 'closed'
  closedAs: IncidentClosing | null
  steps: readonly IncidentStep['action'][]
  /** Accounts of this run that it held back: it opened or joined the incident with them. */
  accountsOfRun: number
  /** The limits that this run would have exceeded. */
  reasons: readonly IncidentReason[]
}

/** The incident of a source after a run. Ids are those of the API. */
export type ImportIncident = Omit<RunIncident, 'id' | 'reasons'> & {
  /** Null where a plan would open it. */
  id: string | null
  /** Which limits this run would have exceeded; `rulesetId` null for those over all rulesets and over accounts. */
  reasons: readonly (Omit<IncidentReason, 'ruleset_id'> & {
    rulesetId: string | null
    rulesetName: string | null
  })[]
}

/** With the ids of the API. `names`: of the rulesets (uuids) in its reasons. */
export function presentRunIncident(
  incident: RunIncident,
  names: ReadonlyMap<string, string>,
): ImportIncident {
  return {
    ...incident,
    id: encodeId('incident', incident.id),
    reasons: incident.reasons.map(({ ruleset_id: ruleset, ...reason }) => ({
      ...reason,
      rulesetId: ruleset === null ? null : encodeId('ruleset', ruleset),
      rulesetName: ruleset === null ? null : (names.get(ruleset) ?? null),
    })),
  }
}

/** What one import read and wrote; counts that do not apply are 0. */
export type ImportOutcome = {
  /** Null when not one record could be read. */
  shape: Shape | null
  rowsRead: number
  rowsBad: number
  /** The three most frequent reasons for refused rows, by what to do about them. */
  refusals: Refusals[]
  /** The most frequent reasons for which rows were left out on purpose. */
  leftOut: CountedReason[]
  /** States that the mapping does not have: their accounts stay as they were. */
  unknownStates: UnknownState[]
  /** Accounts that stay as they were, also those whose states are not listed. */
  accountsKept: number
  /** Those of them that stay suspended or ended, because the table has no column of states. */
  statesUnsaid: number
  /** Remarks on people as a whole. */
  remarks: readonly string[]
  /** Things worth knowing that stand in the report beside the bad rows. */
  notes: number
  /** The file with the bad rows and notes; null when there are none. */
  reportPath: string | null
  accounts: RecordedAccounts['identities']
  /** The change of the source's incident by the run, and how much it holds now; null without one. */
  incident: ImportIncident | null
  people: RecordedAccounts['people'] & PeopleFindings
  groups: RecordedResources & { unchanged: number }
  memberships: RecordedMembers
  missing: MissingRecords
  attributes: { created: number }
  /** Dimensions, by handle, whose values do not become attributes, because `policy_keys` do not list their key. */
  dimensionsPassedOver: string[]
  /** Values that become no attributes, because their dimension has as many as it may have. */
  surplusValues: { dimension: string; values: number }[]
  /** Values that someone rejected and the source still reports: they stay as they were accepted. */
  rejectedValues: { key: string; accounts: number }[]
  manifests: { entered: number; changed: number; ended: number }
  seconds: number
  rowsPerSecond: number
  /** The reason why nothing was written. */
  refused?: string
}

/** An outcome without any writes yet. */
export function emptyOutcome(): ImportOutcome {
  return {
    shape: null,
    rowsRead: 0,
    rowsBad: 0,
    refusals: [],
    leftOut: [],
    unknownStates: [],
    accountsKept: 0,
    statesUnsaid: 0,
    remarks: [],
    notes: 0,
    reportPath: null,
    accounts: {
      created: 0,
      changed: 0,
      unchanged: 0,
      deactivated: 0,
      orphaned: 0,
      linked: 0,
    },
    incident: null,
    people: {
      created: 0,
      changed: 0,
      activated: 0,
      suspended: 0,
      deactivated: 0,
      managersUnresolved: 0,
      managerCycles: 0,
      sharedEmails: 0,
      sharedUsernames: 0,
      recycledAddresses: 0,
      addressesOfOthers: 0,
      rejectedAccountEnds: 0,
    },
    groups: { created: 0, changed: 0, unchanged: 0, deactivated: 0 },
    memberships: { added: 0, changed: 0, removed: 0, unknown: 0 },
    missing: { ...noMissing },
    attributes: { created: 0 },
    dimensionsPassedOver: [],
    surplusValues: [],
    rejectedValues: [],
    manifests: { entered: 0, changed: 0, ended: 0 },
    seconds: 0,
    rowsPerSecond: 0,
  }
}
