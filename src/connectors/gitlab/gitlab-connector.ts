import { connector } from '../pull/connector.ts'
import { byToken, pulledFrom } from '../pull/rest-connector.ts'
import { gitlabFaults, GitlabSettings } from './gitlab-settings.ts'
import { openGitlab } from './gitlab-vendor.ts'

export const gitlabConnector = connector({
  ...byToken,
  ...pulledFrom(openGitlab),
  settings: GitlabSettings,
  faultsIn: gitlabFaults,
  nameOf: ({ url, group }) => (group === undefined ? url : `${url} ${group}`),
})
