import { connector } from '../pull/connector.ts'
import { pullRecords } from '../pull/pull-records.ts'
import { sampleVendor } from '../pull/source-sample.ts'
import { restReceiver } from '../rest/rest-settings.ts'
import { gitlabFaults, GitlabSettings } from './gitlab-settings.ts'
import { openGitlab } from './gitlab-vendor.ts'

export const gitlabConnector = connector({
  settings: GitlabSettings,
  secret: 'token',
  faultsIn: gitlabFaults,
  receiver: 'the address or `ca`',
  receiverOf: restReceiver,
  nameOf: ({ url, group }) => (group === undefined ? url : `${url} ${group}`),
  read: (settings, tools) => pullRecords(() => openGitlab(settings, tools), tools),
  sample: async (settings, tools) => sampleVendor(openGitlab(settings, tools)),
})
