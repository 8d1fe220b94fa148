import type { Source } from '../source/use-source.ts'
import { text } from './text.ts'

export const stepNames = ['what', 'file', 'access', 'push', 'probe', 'mapping', 'first'] as const
export type StepName = (typeof stepNames)[number]

type Vendor = Source['vendor']
type FieldBase = { name: string; label: string; hint?: string }

/** A field of the settings of a connection. `lines` is a list, one in each line. */
export type SettingField = FieldBase & {
  kind: 'text' | 'area' | 'lines' | 'flag'
  isRequired?: boolean
}
/** The one credential of a connection, by the name that the API gives it. */
export type CredentialField = { name: string; label: string }

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

const { ldap, okta, entra } = text
const pulled: readonly StepName[] = ['what', 'access', 'probe', 'mapping', 'first']
const ca: SettingField = { name: 'ca', label: ldap.ca, hint: ldap.caHint, kind: 'area' }

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
      { name: 'bind_dn', label: ldap.bind_dn, hint: ldap.bindHint, kind: 'text' },
    ],
    credential: { name: 'password', label: ldap.password },
    moreSettings: [
      { name: 'base_dns', label: ldap.base_dns, hint: ldap.basesHint, kind: 'lines' },
      {
        name: 'group_base_dns',
        label: ldap.group_base_dns,
        hint: ldap.groupBasesHint,
        kind: 'lines',
      },
      { name: 'people_filter', label: ldap.people_filter, hint: ldap.filterHint, kind: 'text' },
      ca,
    ],
  },
  {
    type: 'okta',
    ...text.connectors.okta,
    vendors: ['idp'],
    steps: pulled,
    settings: [
      { name: 'url', label: okta.url, hint: okta.urlHint, kind: 'text', isRequired: true },
    ],
    credential: { name: 'token', label: okta.token },
    moreSettings: [ca],
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
    moreSettings: [{ name: 'url', label: entra.url, hint: entra.urlHint, kind: 'text' }, ca],
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
