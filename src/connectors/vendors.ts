import { integrationVendors, type IntegrationVendor } from '../contract/states.ts'
import {
  usualDefaults,
  type IntegrationDefaults,
  type VendorDescription,
} from './pull/describe-vendor.ts'
import { entra } from './entra/entra.ts'
import { musterTableMapping } from './file/muster-table.ts'
import type { Mapping } from './file/mapping.ts'
import type { RelateRows } from './file/relate-rows.ts'
import { github } from './github/github.ts'
import { gitlab } from './gitlab/gitlab.ts'
import { google } from './google/google.ts'
import { keycloak } from './keycloak/keycloak.ts'
import { ldap } from './ldap/ldap.ts'
import { okta } from './okta/okta.ts'
import { onelogin } from './onelogin/onelogin.ts'
import type { Connection, Connector } from './pull/connector.ts'
import { scim } from './scim-records/scim.ts'
import { slack } from './slack/slack.ts'

/** Every vendor, in the order in which the API lists them. Where an export fits several, it is of the first. */
export const vendors = [
  scim,
  ldap,
  okta,
  google,
  gitlab,
  github,
  slack,
  entra,
  keycloak,
  onelogin,
] as const

/** Of Muster's own table. Another table has a mapping that someone confirmed, and mostly the same keys. */
const table = usualDefaults({ mapping: musterTableMapping, badgeIdProfileKey: 'badgeNumber' })

/** What an integration of a kind usually is. */
const byKind: Readonly<Record<IntegrationVendor, IntegrationDefaults>> = {
  idp: okta.defaults,
  suite: google.defaults,
  codehost: gitlab.defaults,
  chat: slack.defaults,
  file: table,
}

function vendorOf(type: string): VendorDescription | undefined {
  return vendors.find(
    ({ name, isFileOnly }: VendorDescription) => name === type && isFileOnly !== true,
  )
}

/** How integrations of the type are read; undefined for one that Muster doesn't read by itself. */
export function connectorOf(type: string): Connector | undefined {
  return vendorOf(type)?.connector
}

/** The connectors by the types of their integrations. */
export function allConnectors(): [type: string, connector: Connector][] {
  return vendors.flatMap(({ name, connector }: VendorDescription) =>
    connector === undefined ? [] : [[name, connector]],
  )
}

/** How an integration is reached; null without a connection. */
export function connectionOf(integration: {
  type: string
  connection: unknown
}): Connection | null {
  return connectorOf(integration.type)?.connectionOf(integration.connection) ?? null
}

/** The defaults for a connector type that names a product, else for the vendor. */
export function integrationDefaults(vendor: IntegrationVendor, type: string): IntegrationDefaults {
  return vendorOf(type)?.defaults ?? byKind[vendor]
}

/** Products whose exports are told apart by what they contain, Muster's own table, and any other table. */
export const products: readonly string[] = [...vendors.map(({ name }) => name), 'muster', 'file']

/** The defaults for exports of a product; `file` is any table of people. */
export function exportDefaults(product: string): IntegrationDefaults {
  const vendor = vendors.find(({ name }: VendorDescription) => name === product)
  return vendor?.exports.defaults ?? vendor?.defaults ?? table
}

/** What the first product does whose export it is. */
export const relateRows: RelateRows = (rows, text) => {
  const related = vendors
    .values()
    .map(({ exports }: VendorDescription) => exports.relate?.(rows, text) ?? null)
  return related.find((each) => each !== null) ?? null
}

/** The mappings that exports of such an integration usually have: that of its product, and those of the products that `file` is of. */
export function usualMappings({ vendor, type }: { vendor: string; type: string }): Mapping[] {
  const kind = integrationVendors.find((each) => each === vendor) ?? 'file'
  const ofFiles = vendors.filter(({ isFileOnly }: VendorDescription) => isFileOnly === true)
  const names = type === 'file' ? [...ofFiles.map(({ name }) => name), 'file'] : [type]
  return [integrationDefaults(kind, type), ...names.map(exportDefaults)].map(
    ({ mapping }) => mapping,
  )
}
