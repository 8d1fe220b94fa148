import { vendorForms } from '../../gen/vendors.ts'
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

/** A way in which people of a source reach Muster. */
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

const pulled: readonly StepName[] = ['what', 'access', 'probe', 'mapping', 'first']
const pushed: readonly StepName[] = ['what', 'push', 'first']

const fileConnector: Connector = {
  type: 'file',
  ...text.fileConnector,
  vendors: ['file', 'idp', 'suite', 'codehost', 'chat'],
  steps: ['what', 'file', 'probe', 'mapping', 'first'],
}

const ofVendors: readonly Connector[] = vendorForms.map((form) =>
  Object.assign({ steps: 'settings' in form ? pulled : pushed }, form),
)

/** What Muster reads by itself comes before what is pushed to it. */
export const connectors: readonly Connector[] = [
  fileConnector,
  ...ofVendors.filter(({ settings }) => settings !== undefined),
  ...ofVendors.filter(({ settings }) => settings === undefined),
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
