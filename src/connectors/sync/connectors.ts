import type { IntegrationType } from '../../contract/states.ts'
import { entraConnector } from '../entra/entra-connector.ts'
import { githubConnector } from '../github/github-connector.ts'
import { gitlabConnector } from '../gitlab/gitlab-connector.ts'
import { googleConnector } from '../google/google-connector.ts'
import { ldapConnector } from '../ldap/ldap-connector.ts'
import { oktaConnector } from '../okta/okta-connector.ts'
import { slackConnector } from '../slack/slack-connector.ts'
import type { Connection, Connector } from '../pull/connector.ts'

/** The types of integrations that Muster reads by itself. */
export const connectors: Readonly<Partial<Record<IntegrationType, Connector>>> = {
  ldap: ldapConnector,
  okta: oktaConnector,
  entra: entraConnector,
  github: githubConnector,
  gitlab: gitlabConnector,
  google: googleConnector,
  slack: slackConnector,
}

export function connectorOf(type: string): Connector | undefined {
  const entry = Object.entries(connectors).find(([name]) => name === type)
  return entry?.[1]
}

/** How an integration is reached; null without a connection. */
export function connectionOf(integration: {
  type: string
  connection: unknown
}): Connection | null {
  return connectorOf(integration.type)?.connectionOf(integration.connection) ?? null
}
