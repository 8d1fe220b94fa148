import { connector } from '../pull/connector.ts'
import { pullRecords } from '../pull/pull-records.ts'
import { sampleVendor } from '../pull/source-sample.ts'
import { restFaults, restReceiver } from '../rest/rest-settings.ts'
import { GithubSettings } from './github-settings.ts'
import { openGithub } from './github-vendor.ts'

export const githubConnector = connector({
  settings: GithubSettings,
  secret: 'token',
  faultsIn: restFaults,
  receiver: 'the address or `ca`',
  receiverOf: restReceiver,
  nameOf: ({ url, organization }) => `${url} ${organization}`,
  read: (settings, tools) => pullRecords(() => openGithub(settings, tools), tools),
  sample: async (settings, tools) => sampleVendor(openGithub(settings, tools)),
})
