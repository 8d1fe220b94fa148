import { connector } from '../pull/connector.ts'
import { pullRecords } from '../pull/pull-records.ts'
import { sampleVendor } from '../pull/source-sample.ts'
import { restFaults } from '../rest/rest-settings.ts'
import { googleReceiver, GoogleSettings } from './google-settings.ts'
import { openGoogle } from './google-vendor.ts'

export const googleConnector = connector({
  settings: GoogleSettings,
  secret: 'service_account_key',
  faultsIn: restFaults,
  receiver: 'the address, `ca` or `administrator`',
  receiverOf: googleReceiver,
  nameOf: ({ url, administrator }) => `${url} (${administrator})`,
  read: (settings, tools) => pullRecords(() => openGoogle(settings, tools), tools),
  sample: async (settings, tools) => sampleVendor(openGoogle(settings, tools)),
})
