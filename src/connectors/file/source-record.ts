/** What a vendor export says, in one form for every vendor. Nothing here knows the database. */

import type { JsonObject } from '../../contract/json.ts'
import type { ResourceType } from '../../contract/states.ts'

export const accountStates = ['active', 'suspended', 'deactivated'] as const
export type AccountState = (typeof accountStates)[number]

/**
 * One account. `line` is the physical line where the record begins (CSV, JSON lines) or the 1-based
 * index of the list's element (JSON). `email` keeps the vendor's spelling, trimmed. `createdAt` is
 * ISO 8601 UTC with milliseconds. `isNew`: the account was made but never activated (Okta STAGED).
 * `notes` name what was changed in the values to make them safe.
 */
export type SourceAccount = {
  kind: 'account'
  line: number
  vendorId: string
  handle: string | null
  email: string | null
  firstName: string
  lastName: string
  fullName: string
  state: AccountState
  isNew: boolean
  createdAt: string | null
  profile: JsonObject
  notes: string[]
}

/** One vendor object that has members. `vendorId` is unique within its `resourceType`. */
export type SourceGroup = {
  kind: 'group'
  line: number
  resourceType: ResourceType
  vendorId: string
  parentVendorId: string | null
  name: string
  handle: string | null
  notes: string[]
}

/**
 * One account's membership. At least one of `accountVendorId` and `accountEmail` is set; a drive's
 * permissions name people by e-mail only. `role` is lower case, `[a-z][a-z0-9_]{0,62}`.
 */
export type SourceMembership = {
  kind: 'membership'
  line: number
  resourceType: ResourceType
  groupVendorId: string
  accountVendorId: string | null
  accountEmail: string | null
  role: string
}

/** A row that was left out; `reason` names each field at fault and its value, clipped. */
export type BadRow = { kind: 'bad'; line: number; reason: string }

export type SourceRecord = SourceAccount | SourceGroup | SourceMembership | BadRow

/** Characters (UTF-16 units) unless the name says otherwise. */
export const limits = {
  name: 200,
  email: 254,
  handle: 200,
  vendorId: 200,
  profileBytes: 64 * 1024,
  profileDepth: 8,
  recordChars: 32 * 1024 * 1024,
} as const
