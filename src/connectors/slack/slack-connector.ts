import { connector } from '../pull/connector.ts'
import { pullRecords } from '../pull/pull-records.ts'
import { sampleVendor } from '../pull/source-sample.ts'
import { restFaults, restReceiver } from '../rest/rest-settings.ts'
import { SlackSettings } from './slack-settings.ts'
import { openSlack } from './slack-vendor.ts'

export const slackConnector = connector({
  settings: SlackSettings,
  secret: 'token',
  faultsIn: restFaults,
  receiver: 'the address or `ca`',
  receiverOf: restReceiver,
  nameOf: ({ url, team_id: team }) => (team === undefined ? url : `${url} (${team})`),
  read: (settings, tools) => pullRecords(() => openSlack(settings, tools), tools),
  sample: async (settings, tools) => sampleVendor(openSlack(settings, tools)),
})
