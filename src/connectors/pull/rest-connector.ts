import type { PulledRecords, PullOptions, PullTools, SourceSample } from './connector.ts'
import { pullRecords } from './pull-records.ts'
import { sampleVendor } from './source-sample.ts'
import type { Vendor } from './vendor.ts'
import { restFaults, restReceiver } from '../rest/rest-settings.ts'

/** What most sources by REST have in common: a token, which is sent to their address alone. */
export const byToken = {
  secret: 'token',
  faultsIn: restFaults,
  receiver: 'the address or `ca`',
  receiverOf: restReceiver,
} as const

/** How a connector reads what `open` opens. */
export function pulledFrom<S>(open: (settings: S, tools: PullTools) => Vendor) {
  return {
    read: (settings: S, tools: PullOptions): PulledRecords =>
      pullRecords(() => open(settings, tools), tools),
    sample: async (settings: S, tools: PullTools): Promise<SourceSample> =>
      sampleVendor(open(settings, tools)),
  }
}
