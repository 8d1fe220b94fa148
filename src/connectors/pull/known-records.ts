import type { ResourceType } from '../../contract/states.ts'

export type KnownGroup = { resourceType: ResourceType; vendorId: string }

/** An account, and how a directory calls it. */
export type KnownEntry = { id: string; dn: string | null; uid: string | null }

/** What earlier readings of a source have found and not seen end: what a reading misses of it is confirmed before it ends. */
export type KnownRecords = {
  /** The vendor ids of accounts, in slices. */
  accounts: () => AsyncIterable<readonly string[]>
  /** The accounts of a directory, in slices. */
  entries?: () => AsyncIterable<readonly KnownEntry[]>
  groups: () => AsyncIterable<readonly KnownGroup[]>
  /** The vendor ids of the accounts in a group. */
  members: (group: KnownGroup) => Promise<readonly string[]>
}

/** Of a source that has never been read. */
export const nothingKnown: KnownRecords = {
  async *accounts() {},
  async *groups() {},
  members: async () => [],
}
