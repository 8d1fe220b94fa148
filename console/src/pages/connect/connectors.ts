import type { Source } from '../source/use-source.ts'
import { labelled } from './labelled.ts'
import { text } from './text.ts'

export const stepNames = ['what', 'file', 'access', 'push', 'probe', 'mapping', 'first'] as const
export type StepName = (typeof stepNames)[number]

type Vendor = Source['vendor']
type FieldBase = { name: string; label: string; hint?: string }

/** A field of the settings of a connection. `lines` is a list, one in each line. */
export type SettingField = FieldBase & {
  kind: 'text' | 'area' | 'lines' | 'flag'
  isRequired?: boolean
  /** A flag that is set unless something else is said. */
  isUsual?: boolean
  /** What it begins with, where there is a usual value. */
  initial?: string
}
/** The one credential of a connection, by the name that the API gives it. */
export type CredentialField = {
  name: string
  label: string
  /** Whether the source can be read without it. */
  isOptional?: boolean
}

/** A way in which people of a source reach Muster. Another type is another entry here. */
export type Connector = {
  type: Source['type']
  label: string
  detail: string
  /** What such a source can be, the usual first. */
  vendors: readonly Vendor[]
  steps: readonly StepName[]
  settings?: readonly SettingField[]
  credential?: CredentialField
  /** After the credential: what most leave as it is. */
  moreSettings?: readonly SettingField[]
}

const { ldap, okta, entra, google, gitlab, github, slack } = text
const pulled: readonly StepName[] = ['what', 'access', 'probe', 'mapping', 'first']
const groups: SettingField = {
  name: 'reads_groups',
  label: text.readsGroups,
  kind: 'flag',
  isUsual: true,
}
const ca: SettingField = { name: 'ca', label: ldap.ca, hint: ldap.caHint, kind: 'area' }

const apiUrl = ({ url: label, urlHint: hint }: { url: string; urlHint: string }) =>
  ({ name: 'url', label, hint, kind: 'text', isRequired: true }) as const

const fileConnector: Connector = {
  type: 'file',
  ...text.connectors.file,
  vendors: ['file', 'idp', 'suite', 'codehost', 'chat'],
  steps: ['what', 'file', 'probe', 'mapping', 'first'],
}

export const connectors: readonly Connector[] = [
  fileConnector,
  {
    type: 'ldap',
    ...text.connectors.ldap,
    vendors: ['idp'],
    steps: pulled,
    settings: [
      { name: 'url', label: ldap.url, hint: ldap.urlHint, kind: 'text', isRequired: true },
      { name: 'start_tls', label: ldap.start_tls, kind: 'flag' },
      {
        name: 'allow_unencrypted',
        label: ldap.allow_unencrypted,
        hint: ldap.unencryptedHint,
        kind: 'flag',
      },
      { name: 'bind_dn', label: ldap.bind_dn, hint: ldap.bindHint, kind: 'text' },
    ],
    credential: { name: 'password', label: ldap.password, isOptional: true },
    moreSettings: [
      { name: 'base_dns', label: ldap.base_dns, hint: ldap.basesHint, kind: 'lines' },
      {
        name: 'group_base_dns',
        label: ldap.group_base_dns,
        hint: ldap.groupBasesHint,
        kind: 'lines',
      },
      { name: 'people_filter', label: ldap.people_filter, hint: ldap.filterHint, kind: 'text' },
      { name: 'group_filter', label: ldap.group_filter, hint: ldap.groupFilterHint, kind: 'text' },
      { name: 'attributes', label: ldap.attributes, hint: ldap.attributesHint, kind: 'lines' },
      groups,
      ca,
    ],
  },
  {
    type: 'okta',
    ...text.connectors.okta,
    vendors: ['idp'],
    steps: pulled,
    settings: [apiUrl(okta)],
    credential: { name: 'token', label: okta.token },
    moreSettings: [groups, ca],
  },
  {
    type: 'entra',
    ...text.connectors.entra,
    vendors: ['idp'],
    steps: pulled,
    settings: [
      {
        name: 'tenant',
        label: entra.tenant,
        hint: entra.tenantHint,
        kind: 'text',
        isRequired: true,
      },
      {
        name: 'client_id',
        label: entra.client_id,
        hint: entra.clientHint,
        kind: 'text',
        isRequired: true,
      },
    ],
    credential: { name: 'client_secret', label: entra.client_secret },
    moreSettings: [
      { name: 'url', label: entra.url, hint: entra.urlHint, kind: 'text' },
      groups,
      ca,
    ],
  },
  {
    type: 'google',
    ...text.connectors.google,
    vendors: ['suite', 'idp'],
    steps: pulled,
    settings: [
      { ...apiUrl(google), initial: 'https://admin.googleapis.com' },
      {
        name: 'administrator',
        label: google.administrator,
        hint: google.administratorHint,
        kind: 'text',
        isRequired: true,
      },
      { name: 'reads_drives', label: google.reads_drives, kind: 'flag' },
    ],
    credential: { name: 'service_account_key', label: google.service_account_key },
    moreSettings: [
      { name: 'customer', label: google.customer, hint: google.customerHint, kind: 'text' },
      groups,
      ca,
    ],
  },
  {
    type: 'gitlab',
    ...text.connectors.gitlab,
    vendors: ['codehost'],
    steps: pulled,
    settings: [
      apiUrl(gitlab),
      { name: 'group', label: gitlab.group, hint: gitlab.groupHint, kind: 'text' },
    ],
    credential: { name: 'token', label: gitlab.token },
    moreSettings: [groups, ca],
  },
  {
    type: 'github',
    ...text.connectors.github,
    vendors: ['codehost'],
    steps: pulled,
    settings: [
      { ...apiUrl(github), initial: 'https://api.github.com' },
      {
        name: 'organization',
        label: github.organization,
        hint: github.organizationHint,
        kind: 'text',
        isRequired: true,
      },
    ],
    credential: { name: 'token', label: github.token },
    moreSettings: [groups, ca],
  },
  {
    type: 'slack',
    ...text.connectors.slack,
    vendors: ['chat'],
    steps: pulled,
    settings: [{ ...apiUrl(slack), initial: 'https://slack.com/api' }],
    credential: { name: 'token', label: slack.token },
    moreSettings: [
      { name: 'team_id', label: slack.team_id, hint: slack.teamHint, kind: 'text' },
      groups,
      ca,
    ],
  },
  {
    type: 'scim',
    ...text.connectors.scim,
    vendors: ['idp', 'file'],
    steps: ['what', 'push', 'first'],
  },
]

/** A source of a type that is not here takes files. */
export function connectorOf({ type }: Pick<Source, 'type'>): Connector {
  return connectors.find((each) => each.type === type) ?? fileConnector
}

/** A sentence of the server, with the settings and the credential as their fields are called. */
export function withLabels(source: Pick<Source, 'type'>, sentence: string): string {
  const { settings = [], credential, moreSettings = [] } = connectorOf(source)
  const labels = new Map([...settings, ...moreSettings].map(({ name, label }) => [name, label]))
  if (credential !== undefined) labels.set('credentials', credential.label)
  return labelled(labels, sentence)
}
