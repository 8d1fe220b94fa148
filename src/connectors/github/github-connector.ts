import { connector } from '../pull/connector.ts'
import { byToken, pulledFrom } from '../pull/rest-connector.ts'
import { GithubSettings } from './github-settings.ts'
import { openGithub } from './github-vendor.ts'

export const githubConnector = connector({
  ...byToken,
  ...pulledFrom(openGithub),
  settings: GithubSettings,
  nameOf: ({ url, organization }) => `${url} ${organization}`,
})
