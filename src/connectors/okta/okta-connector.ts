import { connector } from '../pull/connector.ts'
import { pullRecords } from '../pull/pull-records.ts'
import { sampleVendor } from '../pull/source-sample.ts'
import { restFaults, restReceiver } from '../rest/rest-settings.ts'
import { OktaSettings } from './okta-settings.ts'
import { openOkta } from './okta-vendor.ts'

export const oktaConnector = connector({
  settings: OktaSettings,
  secret: 'token',
  faultsIn: restFaults,
  receiver: 'the address or `ca`',
  receiverOf: restReceiver,
  nameOf: ({ url }) => url,
  read: (settings, tools) => pullRecords(() => openOkta(settings, tools), tools),
  sample: async (settings, tools) => sampleVendor(openOkta(settings, tools)),
})
