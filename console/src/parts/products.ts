/** What the console calls a product or a protocol. */
export const productNames = {
  scim: 'SCIM',
  ldap: 'LDAP',
  okta: 'Okta',
  entra: 'Microsoft Entra',
  google: 'Google Workspace',
  gitlab: 'GitLab',
  github: 'GitHub',
  slack: 'Slack',
  keycloak: 'Keycloak',
  onelogin: 'OneLogin',
  muster: 'Muster’s own table',
} as const
