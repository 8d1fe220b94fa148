import { connector } from '../pull/connector.ts'
import { byToken, pulledFrom } from '../pull/rest-connector.ts'
import { SlackSettings } from './slack-settings.ts'
import { openSlack } from './slack-vendor.ts'

export const slackConnector = connector({
  ...byToken,
  ...pulledFrom(openSlack),
  settings: SlackSettings,
  nameOf: ({ url, team_id: team }) => (team === undefined ? url : `${url} (${team})`),
})
