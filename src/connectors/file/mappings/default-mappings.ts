import { integrationVendors, type IntegrationVendor } from '../../../contract/states.ts'
import type { IntegrationOptions } from '../../../workspace/integrations/create-integration.ts'
import type { Mapping } from '../mapping.ts'
import { entraMapping } from './entra.ts'
import { githubMapping } from './github.ts'
import { gitlabMapping } from './gitlab.ts'
import { googleMapping } from './google.ts'
import { keycloakMapping } from './keycloak.ts'
import { ldapMapping } from './ldap.ts'
import { ldifMapping } from './ldif.ts'
import { musterTableMapping } from './muster-table.ts'
import { oktaMapping } from './okta.ts'
import { oneloginMapping } from './onelogin.ts'
import { scimMapping } from './scim.ts'
import { slackMapping } from './slack.ts'

/** The initial data of an integration; from then on each value is the integration's own. */
export type IntegrationDefaults = ProfileKeys & {
  mapping: Mapping
  /** What the primary's organisation is governed by; each value of these keys becomes an attribute. */
  dimensions: readonly DefaultDimension[]
}

/** By which keys of a profile Muster knows people, and which ones conditions may read. */
export type ProfileKeys = Pick<
  IntegrationOptions,
  | 'badgeIdProfileKey'
  | 'employeeIdProfileKey'
  | 'employeeAltIdProfileKey'
  | 'managerProfileKey'
  | 'managerProfileHolds'
  | 'parentProfileKey'
  | 'policyKeys'
>

export type DefaultDimension = { handle: string; name: string; profileKey: string }

const department = { handle: 'department', name: 'Department', profileKey: 'department' }
const division = { handle: 'division', name: 'Division', profileKey: 'division' }
const title = { handle: 'title', name: 'Title', profileKey: 'title' }
const costCenter = { handle: 'cost_center', name: 'Cost center', profileKey: 'costCenter' }

const none = {
  badgeIdProfileKey: null,
  employeeIdProfileKey: null,
  employeeAltIdProfileKey: null,
  managerProfileKey: null,
  managerProfileHolds: 'vendor_id',
  parentProfileKey: null,
  policyKeys: [],
  dimensions: [],
} as const

const okta: IntegrationDefaults = {
  mapping: oktaMapping,
  badgeIdProfileKey: 'badgeId',
  employeeIdProfileKey: 'employeeNumber',
  employeeAltIdProfileKey: 'employeeAltNumber',
  managerProfileKey: 'managerId',
  managerProfileHolds: 'vendor_id',
  parentProfileKey: 'parentId',
  policyKeys: [
    'department',
    'division',
    'title',
    'costCenter',
    'userType',
    'location',
    'startDate',
    'organization',
    'countryCode',
    'badgeId',
  ],
  dimensions: [department, division, title, costCenter],
}

const google: IntegrationDefaults = {
  ...none,
  mapping: googleMapping,
  employeeIdProfileKey: 'employeeId',
  managerProfileKey: 'manager',
  managerProfileHolds: 'email',
  policyKeys: ['department', 'title', 'costCenter', 'orgUnitPath', 'isAdmin', 'account_kind'],
  dimensions: [department, title, costCenter],
}

const ldap: IntegrationDefaults = {
  ...none,
  mapping: ldapMapping,
  employeeIdProfileKey: 'employeeNumber',
  managerProfileKey: 'managerId',
  policyKeys: [
    'department',
    'division',
    'title',
    'company',
    'employeeType',
    'physicalDeliveryOfficeName',
    'l',
    'country',
    'o',
    'ou',
  ],
  dimensions: [department, division, title],
}

const gitlab: IntegrationDefaults = {
  ...none,
  mapping: gitlabMapping,
  policyKeys: ['external', 'is_admin', 'account_kind'],
}

const slack: IntegrationDefaults = {
  ...none,
  mapping: slackMapping,
  // Members write their title, phone and names themselves.
  policyKeys: ['is_admin', 'is_restricted', 'is_ultra_restricted', 'account_kind'],
}

/** Of Muster's own table. Another table has a mapping that someone confirmed, and mostly the same keys. */
const table: IntegrationDefaults = {
  ...none,
  mapping: musterTableMapping,
  badgeIdProfileKey: 'badgeNumber',
  employeeIdProfileKey: 'employeeNumber',
  managerProfileKey: 'managerId',
  policyKeys: [
    'department',
    'division',
    'title',
    'costCenter',
    'location',
    'userType',
    'account_kind',
  ],
  dimensions: [department, division, title, costCenter],
}

const scim: IntegrationDefaults = {
  ...none,
  mapping: scimMapping,
  employeeIdProfileKey: 'employeeNumber',
  managerProfileKey: 'managerId',
  policyKeys: [
    'department',
    'division',
    'title',
    'costCenter',
    'organization',
    'userType',
    'country',
    'location',
    'preferredLanguage',
  ],
  dimensions: [department, division, title, costCenter],
}

/** An identity provider whose mapping gives the usual flat keys. */
function idp(mapping: Mapping): IntegrationDefaults {
  return {
    ...none,
    mapping,
    employeeIdProfileKey: 'employeeNumber',
    managerProfileKey: 'managerId',
    managerProfileHolds: 'vendor_id',
    policyKeys: [
      'department',
      'division',
      'title',
      'costCenter',
      'location',
      'userType',
      'account_kind',
    ],
    dimensions: [department, division, title, costCenter],
  }
}

const entra: IntegrationDefaults = { ...idp(entraMapping), employeeIdProfileKey: 'employeeId' }
const github: IntegrationDefaults = {
  ...none,
  mapping: githubMapping,
  policyKeys: ['site_admin', 'organization_role', 'account_kind'],
}
const keycloak = idp(keycloakMapping)
const onelogin = idp(oneloginMapping)
const ldif = idp(ldifMapping)

const byType: Readonly<Record<string, IntegrationDefaults>> = {
  okta,
  google,
  gitlab,
  slack,
  scim,
  ldap,
  github,
  entra,
}
/** Products whose exports are told apart by what they contain, with the type of integration that they are of. */
export const fileDefaults = {
  okta,
  entra,
  keycloak,
  onelogin,
  scim,
  ldap: ldif,
  google,
  slack,
  github,
  gitlab,
  muster: table,
  file: table,
} as const
const byVendor: Readonly<Record<IntegrationVendor, IntegrationDefaults>> = {
  idp: okta,
  suite: google,
  codehost: gitlab,
  chat: slack,
  file: table,
}

/** The defaults for a connector type that names a product, else for the vendor. */
export function integrationDefaults(vendor: IntegrationVendor, type: string): IntegrationDefaults {
  return (Object.hasOwn(byType, type) ? byType[type] : undefined) ?? byVendor[vendor]
}

/** The mappings that exports of such an integration usually have: that of its product, and those of the products that `file` is of. */
export function usualMappings({ vendor, type }: { vendor: string; type: string }): Mapping[] {
  const known = integrationVendors.find((each) => each === vendor) ?? 'file'
  const ofFiles = type === 'file' ? [keycloak, onelogin, table] : []
  const ofType = Object.entries(fileDefaults).flatMap(([name, each]) =>
    name === type ? [each] : [],
  )
  return [integrationDefaults(known, type), ...ofType, ...ofFiles].map(({ mapping }) => mapping)
}
