/** What a vendor export says, in one form for every vendor. Nothing here knows the database: the imports are of types. */

import type { StagedAccount } from '../../directory/identities/stage-accounts.ts'
import type { StagedMember, StagedResource } from '../../directory/resources/stage-resources.ts'

export type AccountState = StagedAccount['state']
export const accountStates = [
  'active',
  'suspended',
  'deactivated',
] as const satisfies AccountState[]

/**
 * One account. `line` is the physical line where the record begins (CSV, JSON lines) or the 1-based
 * index of the list's element (JSON). `email` keeps the vendor's spelling, trimmed. `createdAt` is
 * ISO 8601 UTC with milliseconds. `isNew`: the account was made but never activated (Okta STAGED).
 * `notes` name what was changed in the values to make them safe.
 */
export type SourceAccount = StagedAccount & {
  kind: 'account'
  notes: string[]
  /** Its days, where it gives any; `state` is then what follows from them today, by UTC. */
  given?: GivenDays
  /** Values of its state that the mapping does not have: the account stays what it was, and a new one has not begun. */
  unknownStates?: { path: string; value: string }[]
  /** Beside these values another one says suspended, so that it is not active. */
  isSuspendedToo?: boolean
  /** A row of this account came before: the import chooses the one that counts. */
  isRepeated?: boolean
}

/** Dates as `2026-12-31`, and the state beside them. */
export type GivenDays = { state: AccountState; firstDay: string | null; lastDay: string | null }

/** One vendor object that has members. `vendorId` is unique within its `resourceType`. */
export type SourceGroup = StagedResource & { kind: 'group'; notes: string[] }

/**
 * One account's membership. At least one of `accountVendorId` and `accountEmail` is set; a drive's
 * permissions name people by e-mail only. `role` is lower case, `[a-z][a-z0-9_]{0,62}`.
 */
export type SourceMembership = StagedMember & { kind: 'membership' }

/**
 * A row that was left out; `reason` names each field at fault and its value, clipped. `vendorId`: the account of which it is, where
 * that can be read; without it, the row may be of any account.
 */
export type BadRow = {
  kind: 'bad'
  line: number
  reason: string
  vendorId?: string
  /** It is no row of the table, and left out. */
  leftOut?: Pick<LeftOutRow, 'mayBePerson'>
  /** The line is a heading with this text. */
  heading?: string
  /** The first cell of a line whose other cells can't be told apart, which may be the id. */
  firstCell?: { column: string; text: string }
}

/**
 * A row that is left out on purpose, such as a computer or a bot. It is no fault, and no one's account. `shape`: the file is a list of
 * these too, and can be imported again as one. `mayBePerson`: it is in a list beside that of the people, and may be the very person who
 * seems to be missing. `vendorId`: of an account that is there.
 */
export type LeftOutRow = {
  kind: 'left_out'
  line: number
  reason: string
  shape?: 'accounts' | 'groups' | 'memberships'
  mayBePerson?: boolean
  vendorId?: string
}

export type SourceRecord = SourceAccount | SourceGroup | SourceMembership | BadRow | LeftOutRow

/** Characters (UTF-16 units) unless the name says otherwise. */
export const limits = {
  name: 200,
  email: 254,
  /** A cell may hold several addresses. */
  emailCell: 4000,
  handle: 200,
  vendorId: 200,
  profileBytes: 64 * 1024,
  profileDepth: 8,
  recordChars: 32 * 1024 * 1024,
} as const
