import { connector } from '../pull/connector.ts'
import { previewVendor } from '../pull/preview-vendor.ts'
import { pullRecords } from '../pull/pull-records.ts'
import { restFaults, restReceiver } from '../rest/rest-settings.ts'
import { OktaSettings } from './okta-settings.ts'
import { openOkta } from './okta-vendor.ts'

export const oktaConnector = connector({
  settings: OktaSettings,
  secret: 'token',
  faultsIn: restFaults,
  receiver: 'the address or ca',
  receiverOf: restReceiver,
  nameOf: ({ url }) => url,
  read: (settings, tools) => pullRecords(() => openOkta(settings, tools), tools),
  preview: async (settings, tools) => previewVendor(openOkta(settings, tools), tools),
})
