import type { JsonObject, JsonValue } from '../../contract/json.ts'
import type { ResourceType } from '../../contract/states.ts'
import type { PullOptions, SyncMark } from './connector.ts'
import type { KnownGroup } from './known-records.ts'

/** A group and its record in the vendor's API. */
export type VendorGroup = KnownGroup & { row: JsonObject }

/**
 * What one vendor's API can tell. Rows are as the API gives them, for the mapping of the integration. Lists may have a row twice, and
 * may lack rows while they change: {@link pullRecords} confirms what is missing.
 */
export type Vendor = {
  /** Everyone, or with a mark those who have changed since. */
  people: (since: SyncMark | null) => AsyncIterable<JsonObject>
  personId: (row: JsonObject) => string | undefined
  /** One person; null if there is none any more. Without it, the list is read again. */
  person?: (id: string) => Promise<JsonObject | null>
  /** The types of its groups that are read. */
  groupTypes: readonly ResourceType[]
  /** All groups, or with a mark those that have changed or whose members have. */
  groups: (since: SyncMark | null) => AsyncIterable<VendorGroup>
  group?: (group: KnownGroup) => Promise<VendorGroup | null>
  /** Everyone in a group, as small as the mapping allows. */
  members: (group: VendorGroup) => AsyncIterable<JsonValue>
  memberId: (member: JsonValue) => string | undefined
  /** One member of a group; null if that account isn't one. Without it, the list is read again. */
  member?: (group: VendorGroup, id: string) => Promise<JsonValue | null>
  /** Ids of people that a reading of changes named as gone for good, without their data. If Muster knows one of them, the next reading is a full one. */
  gone?: () => ReadonlySet<string>
  /** Whether changes can be read from here. */
  continues: (since: SyncMark) => boolean
  /** Where the next reading may begin, after this one. */
  mark: () => SyncMark | null
  close: () => void
}

/** One reading of a vendor. */
export type Pull = Pick<PullOptions, 'mapping' | 'known' | 'calendar'> & {
  vendor: Vendor
  /** Null reads everything, and then what is missing is gone. */
  since: SyncMark | null
}
