import { connector } from '../pull/connector.ts'
import { pulledFrom } from '../pull/rest-connector.ts'
import { endpointsOf, entraFaults, entraReceiver, EntraSettings } from './entra-settings.ts'
import { openEntra } from './entra-vendor.ts'

export const entraConnector = connector({
  ...pulledFrom(openEntra),
  settings: EntraSettings,
  secret: 'client_secret',
  faultsIn: entraFaults,
  receiver: 'the address, `ca`, `tenant` or `client_id`',
  receiverOf: entraReceiver,
  nameOf: (settings) => `${endpointsOf(settings).graph}/${settings.tenant}`,
})
