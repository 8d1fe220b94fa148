import { connector } from '../pull/connector.ts'
import { byToken, pulledFrom } from '../pull/rest-connector.ts'
import { OktaSettings } from './okta-settings.ts'
import { openOkta } from './okta-vendor.ts'

export const oktaConnector = connector({
  ...byToken,
  ...pulledFrom(openOkta),
  settings: OktaSettings,
  nameOf: ({ url }) => url,
})
