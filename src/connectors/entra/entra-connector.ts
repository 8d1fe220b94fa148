import { connector } from '../pull/connector.ts'
import { pullRecords } from '../pull/pull-records.ts'
import { sampleVendor } from '../pull/source-sample.ts'
import { endpointsOf, entraFaults, entraReceiver, EntraSettings } from './entra-settings.ts'
import { openEntra } from './entra-vendor.ts'

export const entraConnector = connector({
  settings: EntraSettings,
  secret: 'client_secret',
  faultsIn: entraFaults,
  receiver: 'the address, `ca`, `tenant` or `client_id`',
  receiverOf: entraReceiver,
  nameOf: (settings) => `${endpointsOf(settings).graph}/${settings.tenant}`,
  read: (settings, tools) => pullRecords(() => openEntra(settings, tools), tools),
  sample: async (settings, tools) => sampleVendor(openEntra(settings, tools)),
})
