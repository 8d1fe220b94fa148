import type { PullOptions, SyncMark } from './connector.ts'
import type { Vendor } from './vendor.ts'

/** One reading of a vendor. */
export type Pull = Pick<PullOptions, 'mapping' | 'known'> & {
  vendor: Vendor
  /** Null reads everything, and then what is missing is gone. */
  since: SyncMark | null
}
