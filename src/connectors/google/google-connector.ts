import { connector } from '../pull/connector.ts'
import { byToken, pulledFrom } from '../pull/rest-connector.ts'
import { googleReceiver, GoogleSettings } from './google-settings.ts'
import { openGoogle } from './google-vendor.ts'

export const googleConnector = connector({
  ...byToken,
  ...pulledFrom(openGoogle),
  settings: GoogleSettings,
  secret: 'service_account_key',
  receiver: 'the address, `ca` or `administrator`',
  receiverOf: googleReceiver,
  nameOf: ({ url, administrator }) => `${url} (${administrator})`,
})
